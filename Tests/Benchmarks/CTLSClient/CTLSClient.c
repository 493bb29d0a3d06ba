#include "CTLSClient.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

/// Made once; only one thread uses it.
static SSL_CTX *context(void) {
    static SSL_CTX *made;
    if (made) return made;
    made = SSL_CTX_new(TLS_client_method());
    if (made) SSL_CTX_set_min_proto_version(made, TLS1_3_VERSION);
    return made;
}

static long exchange(SSL *session, const void *request, size_t request_size, char *response, size_t capacity) {
    size_t length = 0, count = 0;
    if (SSL_connect(session) != 1 || SSL_write_ex(session, request, request_size, &count) != 1) return -1;
    do {
        if (SSL_read_ex(session, response + length, capacity - length, &count) != 1) return -1;
        length += count;
    } while (response[length - 1] != '}');
    SSL_shutdown(session);
    return (long)length;
}

long tls_client_ask(uint16_t port, const void *request, size_t request_size, char *response, size_t capacity) {
    struct sockaddr_in name = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connection < 0) return -1;
    // Otherwise the request waits until the server acknowledges the end of the handshake.
    int one = 1;
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    SSL *session = context() ? SSL_new(context()) : NULL;
    long length = -1;
    if (session && connect(connection, (struct sockaddr *)&name, sizeof name) == 0 && SSL_set_fd(session, connection)) {
        length = exchange(session, request, request_size, response, capacity);
    }
    SSL_free(session);
    close(connection);
    return length;
}
