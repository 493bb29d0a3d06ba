// Methods, statuses and header names: what `Step(.get, "/me").respond(.unauthorized)` is written with.
@_exported public import HTTPTypes
