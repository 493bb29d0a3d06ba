# Reads a profile with curl. If the token has expired, gets a new one and retries.
url=${1:-$MOCKSERVER_URL}

# The body, then the status on its own line.
profile() { curl -sS -w '\n%{http_code}\n' -H "Authorization: Bearer $1" "$url/me"; }

answer=$(profile tok-1)
case $answer in *401)
    token=$(curl -sS -H 'Content-Type: application/json' -d '{"refreshToken": "rt-1"}' "$url/auth/refresh" |
        sed 's/.*"accessToken": *"\([^"]*\)".*/\1/')
    answer=$(profile "$token")
esac
case $answer in *'"name"'*200) ;; *) exit 1 ;; esac
