package apptest

import (
	"bytes"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"worklog/app"
	"worklog/handlers/access"
	"worklog/models/modelstest"
)

// IngressPath is the path below which the stand-in for Home Assistant shows the program.
const IngressPath = "/api/hassio_ingress/q7_Zx-9"

// IngressUser is who is signed in there.
const IngressUser = "zoé"

// AsApp is the access of an app of Home Assistant, whose ingress is this machine.
func AsApp(c *app.Config) {
	BehindTrusted(c)
	c.Access.Auth = access.HomeAssistantLogin
	c.Access.Ingress = access.Ingress{Peer: netip.MustParseAddr("127.0.0.1"), Inner: "http://local-worklog:8099"}
}

// HomeAssistant stands in for Home Assistant and its Supervisor, which show a program in a frame
// of their own: it does to requests and answers what their proxies do.
func (p *Program) HomeAssistant() (address string) {
	inside := modelstest.Got(url.Parse(p.URL))(p.T)
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(inside)
			r.Out.URL.Path = strings.TrimPrefix(r.In.URL.Path, IngressPath)
			r.Out.URL.RawPath = ""
			r.Out.URL.RawQuery = r.In.URL.Query().Encode()
			r.Out.Host = r.In.Host
			r.SetXForwarded()
			keepOne(r.Out.Header)
			for name, value := range map[string]string{
				"Accept-Encoding": "identity", // or the transport would set another
				"X-Ingress-Path":  IngressPath, "X-Hass-Source": "core.ingress",
				"X-Remote-User-Id": "1", "X-Remote-User-Name": IngressUser, "X-Remote-User-Display-Name": "Zoé",
			} {
				r.Out.Header.Set(name, value)
			}
		},
		ModifyResponse: func(response *http.Response) error {
			if cookies := response.Header.Values("Set-Cookie"); len(cookies) > 1 {
				p.T.Errorf("%s: of these cookies one is lost: %q", response.Request.URL, cookies)
			}
			keepOne(response.Header)
			if kind, _, err := mime.ParseMediaType(response.Header.Get("Content-Type")); err == nil {
				response.Header.Set("Content-Type", kind)
			}
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			p.T.Errorf("%s %s: %v", r.Method, r.URL, err)
			w.WriteHeader(http.StatusBadGateway)
		},
	}
	around := http.NewServeMux()
	around.HandleFunc(IngressPath+"/", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body) // whole, before it is passed on
		if err != nil {
			return
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		r.Header.Set("Content-Length", strconv.Itoa(len(body)))
		proxy.ServeHTTP(w, r)
	})
	around.HandleFunc("/panel/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!DOCTYPE html><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Home Assistant</title><meta name="color-scheme" content="light dark">
<style>body { margin: 0; display: flex; flex-direction: column; height: 100vh } header { height: 40px; line-height: 40px; padding: 0 16px; background: #03a9f4; color: #fff } iframe { border: 0; flex: 1 }</style>
<header>worklog</header><iframe title="worklog" src="%s"></iframe>`, IngressPath+strings.TrimPrefix(r.URL.Path, "/panel"))
	})
	server := httptest.NewServer(around)
	p.T.Cleanup(server.Close)
	return server.URL
}

// keepOne keeps the last of several headers of one name, as a dictionary does.
func keepOne(header http.Header) {
	for name, values := range header {
		header[name] = values[len(values)-1:]
	}
}
