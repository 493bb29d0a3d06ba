#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#if OPENSSL_VERSION_NUMBER < 0x30000000L
#error "OpenSSL 3.0 or later is needed"
#endif

// Swift imports neither function-like macros, variadic functions nor constants that are written as expressions of
// macros with arguments. Each of these is one such name, under its own name behind `copenssl_`.

static const uint64_t copenssl_SSL_OP_NO_TICKET = SSL_OP_NO_TICKET;
static const uint64_t copenssl_SSL_OP_NO_RENEGOTIATION = SSL_OP_NO_RENEGOTIATION;
static const uint64_t copenssl_SSL_OP_NO_COMPRESSION = SSL_OP_NO_COMPRESSION;
static const uint64_t copenssl_SSL_OP_CIPHER_SERVER_PREFERENCE = SSL_OP_CIPHER_SERVER_PREFERENCE;

// RFC 2253, with letters beyond ASCII as themselves instead of as \C3\A9.
static const unsigned long copenssl_name_style = XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB;

static inline int copenssl_SSL_CTX_set_min_proto_version(SSL_CTX *context, int version) {
    return (int)SSL_CTX_set_min_proto_version(context, version);
}

static inline int copenssl_SSL_CTX_set_max_proto_version(SSL_CTX *context, int version) {
    return (int)SSL_CTX_set_max_proto_version(context, version);
}

static inline void copenssl_SSL_CTX_set_mode(SSL_CTX *context, long mode) {
    (void)SSL_CTX_set_mode(context, mode);
}

static inline void copenssl_SSL_CTX_set_session_cache_mode(SSL_CTX *context, long mode) {
    (void)SSL_CTX_set_session_cache_mode(context, mode);
}

static inline void copenssl_SSL_CTX_set_max_cert_list(SSL_CTX *context, long bytes) {
    (void)SSL_CTX_set_max_cert_list(context, bytes);
}

typedef int (*copenssl_servername_callback)(SSL *ssl, int *alert, void *argument);

static inline void copenssl_SSL_CTX_set_tlsext_servername_callback(
    SSL_CTX *context, copenssl_servername_callback callback) {
    (void)SSL_CTX_set_tlsext_servername_callback(context, callback);
}

static inline int copenssl_SSL_set_tlsext_host_name(SSL *ssl, const char *name) {
    return (int)SSL_set_tlsext_host_name(ssl, name);
}

static inline long copenssl_BIO_get_mem_data(BIO *bio, char **start) {
    return BIO_get_mem_data(bio, start);
}

static inline void copenssl_BIO_reset(BIO *bio) {
    (void)BIO_reset(bio);
}

static inline void copenssl_BIO_set_retry_read(BIO *bio) {
    BIO_set_retry_read(bio);
}

static inline void copenssl_BIO_clear_retry_flags(BIO *bio) {
    BIO_clear_retry_flags(bio);
}

static inline EVP_PKEY *copenssl_EVP_EC_gen(const char *curve) {
    return EVP_EC_gen(curve);
}

static inline int copenssl_ERR_GET_LIB(unsigned long code) {
    return ERR_GET_LIB(code);
}

static inline int copenssl_ERR_GET_REASON(unsigned long code) {
    return ERR_GET_REASON(code);
}

static inline STACK_OF(X509) *copenssl_sk_X509_new_null(void) {
    return sk_X509_new_null();
}

static inline int copenssl_sk_X509_push(STACK_OF(X509) *stack, X509 *certificate) {
    return sk_X509_push(stack, certificate);
}

// Frees the stack and not the certificates in it.
static inline void copenssl_sk_X509_free(STACK_OF(X509) *stack) {
    sk_X509_free(stack);
}

static inline STACK_OF(GENERAL_NAME) *copenssl_sk_GENERAL_NAME_new_null(void) {
    return sk_GENERAL_NAME_new_null();
}

static inline int copenssl_sk_GENERAL_NAME_push(STACK_OF(GENERAL_NAME) *stack, GENERAL_NAME *name) {
    return sk_GENERAL_NAME_push(stack, name);
}

// Frees the names too.
static inline void copenssl_sk_GENERAL_NAME_pop_free(STACK_OF(GENERAL_NAME) *stack) {
    sk_GENERAL_NAME_pop_free(stack, GENERAL_NAME_free);
}

#endif
