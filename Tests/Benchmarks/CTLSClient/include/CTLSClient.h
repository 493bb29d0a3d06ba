#pragma once
#include <stddef.h>
#include <stdint.h>

/// Sends one request over TLS on a new connection to 127.0.0.1, by blocking calls. The certificate is not verified,
/// because the time for that is the client's and not the server's.
///
/// - Returns: the length of the response, whose only `}` is its last byte; -1 if a call failed.
long tls_client_ask(uint16_t port, const void *request, size_t request_size, char *response, size_t capacity);
