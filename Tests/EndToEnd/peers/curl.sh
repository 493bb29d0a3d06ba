# Reads a profile with curl and this script's arguments. If the token has expired, gets a new one and retries. Prints
# the protocol of each response.
url=${MOCKSERVER_URL:-http://localhost}

# Requests a path with further arguments for curl; sets status and body.
ask() {
    path=$1
    shift
    response=$(curl -sS --max-time 600 -w '\n%{http_code} HTTP/%{http_version}' $options "$@" "$url$path") || exit
    line=${response##*
}
    body=${response%
*}
    status=${line% *}
    echo "${line#* }"
}

options=$*
ask /me -H 'Authorization: Bearer tok-1'
if [ "$status" = 401 ]; then
    ask /auth/refresh -H 'Content-Type: application/json' -d '{"refreshToken": "rt-1"}'
    token=$(printf '%s' "$body" | sed 's/.*"accessToken": *"\([^"]*\)".*/\1/')
    ask /me -H "Authorization: Bearer $token"
fi
case $status$body in 200*'"name"'*) ;; *) exit 1 ;; esac
