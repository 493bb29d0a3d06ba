"""Orders a cart. A GET that fails is repeated; after a POST that fails, it looks whether there is an order."""

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
        _, _, body = get(f"/orders?cart={cart}")
        return len(json.loads(body)["orders"]) == 1


_, _, body = get("/cart")
sys.exit(0 if order(json.loads(body)["cart"]) else 1)
