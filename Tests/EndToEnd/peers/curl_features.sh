# Reads responses with a feature by curl, and prints what it has of them.
#
#     curl_features.sh --http1.1|--http2-prior-knowledge trailers|events|ranges|interim|compressed
set -eu
version=$1
feature=$2
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# Requests a path with further arguments; prints what `-w` asks for, and leaves the files `head` and `body`.
ask() {
    path=$1
    shift
    curl -sS --max-time 600 "$version" -D "$folder/received" -o "$folder/body" "$@" "$MOCKSERVER_URL$path"
    tr -d '\r' <"$folder/received" >"$folder/head"
}

# Prints the status and the body.
response() { printf '%s %s\n' "$(ask "$@" -w '%{http_code}')" "$(cat "$folder/body")"; }

# Prints the fields after the empty line of the final head.
trailers() { awk 'after { print tolower($1), $2 } /^$/ { after = 1 }' "$folder/head"; }

# Prints the status and the Link field of each head before the final one.
interim() {
    awk '
        /^HTTP/ { if (head) print head; head = $2 }
        tolower($1) == "link:" { head = head " link: " $2 }
    ' "$folder/head"
}

# Prints the status, the range and the body.
range() {
    status=$(ask /range "$@" -w '%{http_code} %header{content-range}')
    printf '%s %s\n' "$status" "$(cat "$folder/body")" | sed 's/  */ /g; s/ $//'
}

# Prints the lines of a response as they come.
events() {
    # The first line is the process to end.
    sh -c 'echo $$ && exec curl -sS --no-buffer --max-time 600 "$@"' sh "$version" "$MOCKSERVER_URL$1" | {
        read -r process
        while IFS= read -r line; do
            printf '%s\n' "$line"
            if [ "$1 $line" = '/open data: {"a":1}' ]; then
                kill -s INT "$process"
                echo left
                exit
            fi
        done
        echo ended
    }
}

case $feature in
trailers)
    response /trailers
    trailers
    ;;
events)
    events /closed
    events /open
    ;;
ranges)
    range -r 2-4
    ask /range -r 0-1,4-5 -w '%{http_code} '
    boundary=$(sed -n 's/^content-type: .*boundary=//Ip' "$folder/head")
    echo multipart/byteranges
    tr -d '\r' <"$folder/body" | sed "s/$boundary/B/"
    range -r 20-
    range -r 2-4 -H 'If-Range: "v1"'
    range -r 2-4 -H 'If-Range: "v0"'
    ;;
interim)
    final=$(response /hints)
    interim
    echo "$final"
    final=$(response /upload -H 'Expect: 100-continue' -d hello)
    interim
    echo "$final"
    ;;
compressed)
    for coding in gzip deflate; do
        ask /$coding
        echo "$coding as sent: $(od -An -tx1 -N2 "$folder/body" | tr -d ' ')"
        ask /$coding --compressed
        echo "$coding decoded: $(cat "$folder/body")"
    done
    ;;
esac
