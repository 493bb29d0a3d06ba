# Reads a profile with nghttp; when its token has expired, gets another and asks again. Prints the protocol of each answer
# that came on a stream.

# With TLS by name: nghttp 1.52 finds an address in no certificate.
url=$(printf '%s' "$MOCKSERVER_URL" | sed 's|^https://127.0.0.1|https://localhost|')

# Asks for a path with what else nghttp is to be told; sets status, and answer with the body among the frames.
ask() {
    path=$1
    shift
    answer=$(nghttp -v -t 20 "$@" "$url$path") || exit
    status=$(printf '%s\n' "$answer" | sed -n 's/.*recv (stream_id=[0-9]*) :status: //p')
    [ -z "$status" ] || echo HTTP/2
}

ask /me -H 'Authorization: Bearer tok-1'
if [ "$status" = 401 ]; then
    refresh='{"refreshToken": "rt-1"}'
    ask /auth/refresh -H 'Content-Type: application/json' -d - <<END
$refresh
END
    token=$(printf '%s\n' "$answer" | sed -n 's/.*"accessToken": *"\([^"]*\)".*/\1/p')
    ask /me -H "Authorization: Bearer $token"
fi
case $status$answer in 200*'"name"'*) ;; *) exit 1 ;; esac
