"""Searches for each text that is typed, with httpx: a search is cancelled as soon as there is a newer one."""

import asyncio
import sys

import httpx

from support import base_url


async def main():
    async with httpx.AsyncClient(base_url=base_url(), timeout=600, trust_env=False) as client:
        sent = asyncio.Event()

        async def search(text):
            # An event of httpcore: the whole request is sent, and the response is waited for.
            async def trace(event, _):
                if event == "http11.receive_response_headers.started":
                    sent.set()

            response = await client.get("/search", params={"q": text}, extensions={"trace": trace})
            return [result["id"] for result in response.json()["results"]]

        older = asyncio.create_task(search("sw"))
        await sent.wait()
        older.cancel()
        shown = await search("swift")
        await client.get(f"/previews/{shown[0]}")
        return older.cancelled() and shown == ["swift"]


sys.exit(0 if asyncio.run(main()) else 1)
