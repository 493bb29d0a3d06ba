# Reads a profile with nghttp. If the token has expired, gets a new one and retries. Prints the protocol of each
# response that arrived on a stream.

# Uses a host name with TLS: nghttp 1.52 finds addresses in no certificate.
url=$(printf '%s' "$MOCKSERVER_URL" | sed 's|^https://127.0.0.1|https://localhost|')

# Requests a path with further arguments for nghttp; sets status, and sets response to the body among the frames.
ask() {
    path=$1
    shift
    response=$(nghttp -v -t 20 "$@" "$url$path") || exit
    status=$(printf '%s\n' "$response" | sed -n 's/.*recv (stream_id=[0-9]*) :status: //p')
    [ -z "$status" ] || echo HTTP/2
}

ask /me -H 'Authorization: Bearer tok-1'
if [ "$status" = 401 ]; then
    refresh='{"refreshToken": "rt-1"}'
    ask /auth/refresh -H 'Content-Type: application/json' -d - <<END
$refresh
END
    token=$(printf '%s\n' "$response" | sed -n 's/.*"accessToken": *"\([^"]*\)".*/\1/p')
    ask /me -H "Authorization: Bearer $token"
fi
case $status$response in 200*'"name"'*) ;; *) exit 1 ;; esac
