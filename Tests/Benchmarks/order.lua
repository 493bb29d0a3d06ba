-- The request that wrk sends for order.yaml, checked.yaml and unchecked.yaml.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"order":4711,"customer":"Ada Lovelace","items":[{"sku":"A-1","count":2},{"sku":"B-7","count":1}]}'
