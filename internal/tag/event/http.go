package event

import (
	"context"
	"math"
	"strings"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/tag"
)

// TakeInput is a batch of events.
type TakeInput struct {
	Body struct {
		FarmID string         `json:"farmId" maxLength:"64" doc:"Whose tags they are"`
		Events []tagEventBody `json:"events" minItems:"1" maxItems:"200" doc:"In the order in which they happened"`

		Confirmed bool `json:"confirmed" required:"false" doc:"Take events whose time is before the harvest. Otherwise they are answered with 409 and the code before-harvest, and nothing is taken"`
	}
}

// tagEventBody is an event as an app sends it.
type tagEventBody struct {
	ID            string         `json:"id" minLength:"1" maxLength:"100" doc:"Made by the app; the same id with the same content is taken once"`
	Event         string         `json:"event" enum:"harvest,receive,ship,wet-storage-in,wet-storage-out,ice,temperature,retag,split,commingle,void"`
	Date          string         `json:"date" doc:"YYYY-MM-DD in the farm's time zone"`
	Time          string         `json:"time" required:"false" doc:"HH:MM on the farm's clock"`
	Tag           string         `json:"tag" required:"false" doc:"Of ship, ice, temperature and void: the tag. Of any other: the id of the new tag, 24 hexadecimal digits, where the app has printed it already"`
	From          []tagDrawBody  `json:"from" required:"false" maxItems:"200" doc:"The tags that the new one is made of: one of retag and split, two or more of commingle, any number of receive"`
	LeaseID       string         `json:"leaseId" required:"false" maxLength:"64" doc:"Of a harvest: the growing area"`
	Lots          []lotDrawBody  `json:"lots" required:"false" maxItems:"100" doc:"Of a harvest: how many animals of which lots of that day"`
	Quantity      float64        `json:"quantity" required:"false" doc:"What the new tag stands for, or what is shipped; left out, all that its lots give, or all that is left of the tag"`
	Unit          string         `json:"unit" required:"false" enum:",each,dozen,bag,bushel,kg"`
	States        tagStatedBody  `json:"states" required:"false" doc:"What the new tag says in the place of what it takes over"`
	To            *consigneeBody `json:"to" required:"false" doc:"Of a shipment"`
	TemperatureC  *float64       `json:"temperatureC" required:"false" doc:"Degrees Celsius, to one decimal"`
	WetStorageLot string         `json:"wetStorageLot" required:"false" doc:"Of wet-storage-in"`
	Note          string         `json:"note" required:"false" lines:"true" doc:"Of void: why, which is needed"`
}

type tagDrawBody struct {
	Tag      string  `json:"tag"`
	Quantity float64 `json:"quantity" required:"false" doc:"How much goes over; may be left out where there is one tag and it is all that the new one stands for, and of receive where nobody knows"`
	Unit     string  `json:"unit" required:"false" enum:",each,dozen,bag,bushel,kg" doc:"That of the tag where it is left out"`
}

type lotDrawBody struct {
	LotID   string `json:"lotId" maxLength:"64"`
	Animals int64  `json:"animals"`
}

type tagStatedBody struct {
	Brand           string `json:"brand" required:"false"`
	Species         string `json:"species" required:"false"`
	SizeCull        string `json:"sizeCull" required:"false"`
	CertID          string `json:"certId" required:"false" doc:"Names one of the firm's certs"`
	Cert            string `json:"cert" required:"false"`
	VendorType      string `json:"vendorType" required:"false" doc:"Harvester, or any other for a shipper"`
	Parcel          string `json:"parcel" required:"false" doc:"Of a harvest, and of a tag received on paper"`
	HarvestDate     string `json:"harvestDate" required:"false" doc:"YYYY-MM-DD, as all to sourceCert of a tag received on paper alone"`
	HarvestTime     string `json:"harvestTime" required:"false" doc:"HH:MM"`
	HarvestLocation string `json:"harvestLocation" required:"false"`
	SourceCert      string `json:"sourceCert" required:"false" doc:"Certificate of the original shipper or harvester"`
}

type consigneeBody struct {
	Name    string `json:"name"`
	Cert    string `json:"cert" required:"false"`
	Email   string `json:"email" required:"false" doc:"Where it hears of a recall"`
	Phone   string `json:"phone" required:"false"`
	Address string `json:"address" required:"false" lines:"true"`
}

// TakeOutput says what became of the batch.
type TakeOutput struct {
	Body struct {
		Events []Taken `json:"events" doc:"In the order of the batch"`
	}
}

// HandleTake answers POST /api/tags.
func (s *Service) HandleTake(ctx context.Context, in *TakeInput) (*TakeOutput, error) {
	events := make([]Event, len(in.Body.Events))
	for i, body := range in.Body.Events {
		events[i] = body.event()
		events[i].Confirmed = in.Body.Confirmed
	}
	taken, err := s.Take(ctx, in.Body.FarmID, events)
	out := &TakeOutput{}
	out.Body.Events = taken
	return out, err
}

// event gives what the body says; a day that is none is one that is missing.
func (b tagEventBody) event() Event {
	day, _ := ledger.ParseDay(b.Date)
	e := Event{
		Key: b.ID, Kind: tag.EventKind(b.Event), TagID: b.Tag, Day: day, Clock: strings.TrimSpace(b.Time), LeaseID: b.LeaseID,
		Quantity: b.Quantity, Unit: ledger.Unit(b.Unit), States: Stated(b.States), WetStorageLot: b.WetStorageLot, Note: b.Note,
	}
	for _, d := range b.From {
		e.From = append(e.From, Draw{d.Tag, d.Quantity, ledger.Unit(d.Unit)})
	}
	for _, l := range b.Lots {
		e.Lots = append(e.Lots, LotDraw(l))
	}
	if b.To != nil {
		to := tag.Consignee(*b.To)
		e.To = &to
	}
	if b.TemperatureC != nil {
		tenths := int64(math.Round(min(max(*b.TemperatureC, -1000), 1000) * 10))
		e.Temperature = &tenths
	}
	return e
}
