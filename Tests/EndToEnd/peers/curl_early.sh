# Uploads its input by curl, which has the given options, then asks for another resource.
first=$(curl --silent --show-error --output /dev/null --write-out '%{http_code}' "$@" --data-binary @- "$MOCKSERVER_URL/up")
second=$(curl --silent --show-error --output /dev/null --write-out '%{http_code}' "$@" "$MOCKSERVER_URL/next")
echo "$first $second"
