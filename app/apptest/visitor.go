package apptest

import (
	"net/http"
	"net/netip"
	"net/url"

	"worklog/app"
	"worklog/handlers/access"
	"worklog/models/modelstest"
)

// Password is the password of the login.
const Password = "correct horse battery staple"

// passwordHash is a hash of the password with parameters that take hardly any time to
// check.
const passwordHash = "$argon2id$v=19$m=8,t=1,p=1$Zm9yIHRoZSB0ZXN0cy4uLg$4EM5yelaZWT0KeBnBsOcsDEdharEszneBGasFg31Rmw"

// Hashed returns the hash of the password.
func Hashed() access.PasswordHash {
	hash, err := access.ParsePasswordHash(passwordHash)
	if err != nil {
		panic(err)
	}
	return hash
}

// WithPassword asks for the [Password].
func WithPassword(c *app.Config) { c.Access.Auth, c.Access.Password = access.PasswordLogin, Hashed() }

// At makes an address that of the pages.
func At(address string) func(*app.Config) {
	return func(c *app.Config) { c.Access.PublicURL, _ = url.Parse(address) }
}

// BehindTrusted lets a test choose the address from which it comes.
func BehindTrusted(c *app.Config) {
	c.Access.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
}

// Visitor is a browser: it keeps its cookies.
type Visitor struct {
	P       *Program
	Address string // as the trusted proxy tells it; empty for none
	Cookies map[string]string
}

// Visitor returns a browser without cookies.
func (p *Program) Visitor(address string) *Visitor {
	return &Visitor{p, address, map[string]string{}}
}

// Send sends a request with the cookies of the browser and keeps those of the answer.
func (v *Visitor) Send(request *http.Request) Answer {
	v.P.T.Helper()
	if v.Address != "" {
		request.Header.Set("X-Forwarded-For", v.Address)
	}
	for name, value := range v.Cookies {
		request.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	got := v.P.Send(request)
	for _, line := range got.Header.Values("Set-Cookie") {
		cookie := modelstest.Got(http.ParseSetCookie(line))(v.P.T)
		v.Cookies[cookie.Name] = cookie.Value
		if cookie.MaxAge < 0 {
			delete(v.Cookies, cookie.Name)
		}
	}
	return got
}

// Get asks for a page.
func (v *Visitor) Get(path string) Answer {
	v.P.T.Helper()
	return v.Send(modelstest.Got(http.NewRequest(http.MethodGet, v.P.URL+path, nil))(v.P.T))
}

// Submit sends a form.
func (v *Visitor) Submit(path string, values url.Values) Answer {
	v.P.T.Helper()
	return v.Send(v.P.FormRequest(path, values))
}

// Try sends the form of the login.
func (v *Visitor) Try(password string) Answer {
	v.P.T.Helper()
	return v.Submit("/login", url.Values{"password": {password}})
}

// SignIn returns a browser that is signed in.
func (p *Program) SignIn() *Visitor {
	p.T.Helper()
	v := p.Visitor("")
	v.Try(Password).Want(p.T, 303)
	return v
}

// BehindProxy starts a server that trusts the proxy at 127.0.0.1 to name the user camille.
func BehindProxy(c *app.Config) {
	BehindTrusted(c)
	c.Access.Auth = access.ProxyLogin
	c.Access.ProxyHeader, c.Access.ProxyUsers = "Remote-User", []string{"camille", "dominique", ""}
}
