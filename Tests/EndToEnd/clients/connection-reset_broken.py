"""Orders a cart. A request that fails is repeated, whatever its method."""

import json
import sys

from support import call


def get(path):
    try:
        return call("GET", path)
    except OSError:
        return call("GET", path)


def order(cart):
    """Whether the cart is ordered."""
    try:
        status, _, _ = call("POST", "/orders", body={"cart": cart})
        return status == 200
    except OSError:
        status, _, _ = call("POST", "/orders", body={"cart": cart})  # perhaps a second order: the bug
        return status == 200


_, _, body = get("/cart")
sys.exit(0 if order(json.loads(body)["cart"]) else 1)
