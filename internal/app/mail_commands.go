package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/mail"
)

// MailCommand groups what is done about mail.
type MailCommand struct {
	Test TestMailCommand `cmd:"" help:"Send a test email at once, and report what the mail server answers."`
}

// TestMailCommand sends an email with the settings of the server. It opens no database.
type TestMailCommand struct {
	Config  `group:"settings"`
	Address string `arg:"" help:"Email address of the receiver."`
}

func (c *TestMailCommand) Run(ctx context.Context) error {
	if err := c.complete(); err != nil {
		return err
	}
	if c.SMTPURL == "" {
		return errors.New("MERROIR_SMTP_URL is not set: emails stay in files in the data folder, and reach nobody")
	}
	sender, _, err := c.newSender()
	if err != nil {
		return err
	}
	mailer, err := c.newMailer(jobs.New(nil, jobs.Options{}), sender, mail.Options{})
	if err != nil {
		return err
	}

	if c.MailFrom == defaultSender {
		fmt.Println("MERROIR_MAIL_FROM is not set: the sender is", defaultSender+", which many servers refuse.")
	}
	message := mail.Message{To: c.Address, Template: "test", Data: map[string]string{"Link": c.PublicURL}}
	if err := mailer.SendNow(ctx, message); err != nil {
		return fmt.Errorf("the test email was not sent: %w", err)
	}
	fmt.Printf("The mail server %s accepted the test email to %s. Look whether it arrives.\n", placeOf(c.SMTPURL), c.Address)
	return nil
}
