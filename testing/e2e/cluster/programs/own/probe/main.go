// Probe is the program in the pods of the cluster's own test: it prints, serves, requests and reads.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

// A slower request will not be answered at all: everything is on one machine.
const requestTimeout = 10 * time.Second

const usage = `probe say WORD...   prints the words
probe serve ADDRESS TEXT   answers each HTTP request with the text
probe get URL   prints what the URL answers
probe read FILE   prints the file`

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) > 0 && args[0] == "say":
		fmt.Println(strings.Join(args[1:], " "))
		return nil
	case len(args) == 3 && args[0] == "serve":
		return serve(args[1], args[2])
	case len(args) == 2 && args[0] == "get":
		return get(args[1])
	case len(args) == 2 && args[0] == "read":
		return read(args[1])
	}
	return errors.New(usage)
}

// serve responds until it receives a signal to exit.
func serve(address, text string) error {
	server := &http.Server{
		Addr:              address,
		ReadHeaderTimeout: requestTimeout,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintln(w, text)
		}),
	}
	told, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	go func() {
		<-told.Done()
		_ = server.Close()
	}()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func get(url string) error {
	client := http.Client{Timeout: requestTimeout}
	response, err := client.Get(url)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if _, err := io.Copy(os.Stdout, response.Body); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %s", url, response.Status)
	}
	return nil
}

func read(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(text)
	return err
}
