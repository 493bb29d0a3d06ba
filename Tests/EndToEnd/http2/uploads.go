// Posts bodies at once on one HTTP/2 connection; the status is 0 if each is answered by 200.
//
// usage: go run uploads.go URL COUNT SIZE
package main

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"net/http"
	"os"
	"strconv"
)

func main() {
	count, _ := strconv.Atoi(os.Args[2])
	size, _ := strconv.Atoi(os.Args[3])
	body := bytes.Repeat([]byte("a"), size)
	client := &http.Client{Transport: &http.Transport{
		ForceAttemptHTTP2: true,
		TLSClientConfig:   &tls.Config{InsecureSkipVerify: true},
	}}
	results := make(chan string)
	for index := 0; index < count; index++ {
		go func() {
			response, err := client.Post(os.Args[1], "text/plain", bytes.NewReader(body))
			switch {
			case err != nil:
				results <- err.Error()
			case response.StatusCode != 200 || response.ProtoMajor != 2:
				results <- response.Proto + " " + response.Status
			default:
				results <- ""
			}
			if err == nil {
				response.Body.Close()
			}
		}()
	}
	failed := false
	for index := 0; index < count; index++ {
		if result := <-results; result != "" {
			fmt.Println(result)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}
