package deploy_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"worklog/models/modelstest"
)

func (c *haCore) ask(method, path string, body any) (status int, answer []byte, err error) {
	content, err := json.Marshal(body)
	if err != nil {
		return 0, nil, err
	}
	if values, ok := body.(url.Values); ok {
		content = []byte(values.Encode())
	}
	request, err := http.NewRequest(method, c.url+path, bytes.NewReader(content))
	if err != nil {
		return 0, nil, err
	}
	request.Close = true // Core closes the others when the clock is set
	request.Header.Set("Content-Type", "application/json")
	if _, ok := body.(url.Values); ok {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	answer, err = io.ReadAll(response.Body)
	return response.StatusCode, answer, err
}

type haCoreTokens struct {
	Access string `json:"access_token"`
}

type object = map[string]any

// rest asks Core's REST interface, which must agree.
func (c *haCore) rest(method, path string, body any) object {
	c.t.Helper()
	status, answer, err := c.ask(method, path, body)
	modelstest.Must(c.t, err)
	if status >= 300 {
		c.t.Fatalf("%s %s: got %d %s, log %s", method, path, status, answer, c.log)
	}
	var result object
	_ = json.Unmarshal(answer, &result) // some answers are no object
	return result
}

// command asks Core's WebSocket interface, which must agree.
func (c *haCore) command(command object) (result any) {
	c.t.Helper()
	answer := c.webSocket(command)
	if answer["success"] != true {
		c.t.Fatalf("%v: got %v", command, answer)
	}
	return answer["result"]
}

func (c *haCore) webSocket(command object) (answer object) {
	c.t.Helper()
	connection := modelstest.Got(net.Dial("tcp", strings.TrimPrefix(c.url, "http://")))(c.t)
	defer connection.Close()
	modelstest.Must(c.t, connection.SetDeadline(time.Now().Add(haCorePatience)))
	fmt.Fprintf(connection, "GET /api/websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n",
		base64.StdEncoding.EncodeToString(make([]byte, 16)))
	reader := bufio.NewReader(connection)
	response := modelstest.Got(http.ReadResponse(reader, nil))(c.t)
	if response.StatusCode != http.StatusSwitchingProtocols {
		c.t.Fatalf("got %s", response.Status)
	}
	send := func(message object) {
		content, _ := json.Marshal(message)
		frame := binary.BigEndian.AppendUint16([]byte{0x81, 0x80 | 126}, uint16(len(content)))
		connection.Write(append(append(frame, 0, 0, 0, 0), content...)) // masked with zeros
	}
	receive := func() (message object) {
		var head [2]byte
		modelstest.Must(c.t, modelstest.Only(io.ReadFull(reader, head[:])))
		size := uint64(head[1])
		switch head[1] {
		case 126:
			var long uint16
			modelstest.Must(c.t, binary.Read(reader, binary.BigEndian, &long))
			size = uint64(long)
		case 127:
			modelstest.Must(c.t, binary.Read(reader, binary.BigEndian, &size))
		}
		content := make([]byte, size)
		modelstest.Must(c.t, modelstest.Only(io.ReadFull(reader, content)))
		modelstest.Must(c.t, json.Unmarshal(content, &message))
		return message
	}
	receive()
	send(object{"type": "auth", "access_token": c.token})
	receive()
	command["id"] = 1
	send(command)
	return receive()
}
