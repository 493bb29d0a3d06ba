#pragma once
#include <stddef.h>
#include <stdint.h>

/// One request over TLS on a connection of its own to 127.0.0.1, by blocking calls. Whom the certificate is from is not
/// looked at, for that is the client's own work.
///
/// - Returns: the answer's length, its only `}` being its last byte; -1 where something failed.
long tls_client_ask(uint16_t port, const void *request, size_t request_size, char *answer, size_t capacity);
