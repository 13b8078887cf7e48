package jetstream

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

var errDamaged = errors.New("it is damaged")

// mostText bounds one message in bytes, decompressed.
const mostText = 256 << 20

// pack writes a value as JSON, compressed: plans repeat themselves, and messages are bounded.
func pack(v any) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	err := errors.Join(json.NewEncoder(z).Encode(v), z.Close())
	return b.Bytes(), err
}

// unpack is the inverse of pack. It returns errDamaged for data that it cannot decode.
func unpack(data []byte, v any) error {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err == nil {
		err = json.NewDecoder(io.LimitReader(z, mostText)).Decode(v)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	return nil
}
