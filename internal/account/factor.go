package account

import (
	"crypto/rand"
	"encoding/base32"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"

	"github.com/merroir/merroir/internal/secret"
)

const (
	factorStep    = 30 * time.Second // RFC 6238
	recoveryCodes = 10
	recoverySize  = 10 // bytes: 80 bits, too many to guess, so that a plain digest keeps them safe
)

// newFactor makes a secret for an authenticator app, and its address for a QR code.
func newFactor(product, username string) (secret, url string, err error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: product, AccountName: username, Period: uint(factorStep / time.Second)})
	if err != nil {
		return "", "", err
	}
	return key.Secret(), key.URL(), nil
}

func stepAt(t time.Time) int64 { return t.UnixMilli() / factorStep.Milliseconds() }

// stepOf gives the step whose code this is: the present one or, as clocks and
// people are slow, the one before or after it, but only one later than the last
// that was used.
func stepOf(secret, code string, now time.Time, last int64) (step int64, ok bool) {
	options := hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1}
	for step := stepAt(now) - 1; step <= stepAt(now)+1; step++ {
		if matched, err := hotp.ValidateCustom(plainCode(code), uint64(step), secret, options); err == nil && matched && step > last {
			return step, true
		}
	}
	return 0, false
}

// plainCode is the code without the spaces and dashes that make it easier to read.
func plainCode(code string) string {
	return strings.ToUpper(strings.NewReplacer(" ", "", "-", "", "\u00a0", "").Replace(code))
}

// newRecoveryCodes makes the codes, in groups that can be copied from paper, and
// their digests.
func newRecoveryCodes() (codes, digests []string) {
	for range recoveryCodes {
		b := make([]byte, recoverySize)
		_, _ = rand.Read(b) // never fails (crypto/rand)
		code := base32.StdEncoding.EncodeToString(b)
		codes = append(codes, strings.ToLower(code[:4]+"-"+code[4:8]+"-"+code[8:12]+"-"+code[12:]))
		digests = append(digests, secret.Digest(code))
	}
	return codes, digests
}
