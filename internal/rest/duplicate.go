package rest

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// sentTwice is the message for a field that a request has more than once.
const sentTwice = "This field was sent twice. Send it once"

// container is an object or a list that is being read.
type container struct {
	keys map[string]bool // seen so far; nil in a list
	at   string          // key or index of the value that is read next
	size int             // of a list
	next bool            // whether at is the key of the next token
}

// duplicateKey returns the path of the first key that comes twice in its object, as
// "lines.1.count", or "" if every key comes once. The content is valid JSON.
//
// The map that is validated and the struct that is used would understand such a key differently.
func duplicateKey(content []byte) string {
	var stack []container
	tokens := json.NewDecoder(bytes.NewReader(content))
	tokens.UseNumber()

	for {
		token, err := tokens.Token()
		if err != nil {
			return "" // the end
		}

		if delimiter, is := token.(json.Delim); is && (delimiter == '}' || delimiter == ']') {
			stack = stack[:len(stack)-1]
			continue
		}

		if len(stack) > 0 {
			top := &stack[len(stack)-1]
			if isKey := top.enter(token); isKey {
				if top.keys[top.at] {
					return pathOf(stack)
				}
				top.keys[top.at] = true
				continue
			}
		}

		switch token {
		case json.Delim('{'):
			stack = append(stack, container{keys: map[string]bool{}})
		case json.Delim('['):
			stack = append(stack, container{})
		}
	}
}

// enter notes the next token of the container and reports whether it is a key.
func (c *container) enter(token json.Token) (isKey bool) {
	switch {
	case c.keys == nil:
		c.at = strconv.Itoa(c.size)
		c.size++
	case !c.next:
		c.at, c.next = token.(string), true
		return true
	}

	c.next = false
	return false
}

func pathOf(stack []container) string {
	parts := make([]string, len(stack))
	for i, c := range stack {
		parts[i] = c.at
	}

	return strings.Join(parts, ".")
}
