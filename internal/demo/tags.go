package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/tag"
)

// Tag is a tag of the demo, of a shape of its own.
type Tag struct {
	tag.Draft
	About  string // for the person who tries the demo
	recall string // party
}

const (
	stonyTag       = "7a0000000000000000000001"
	recalledTag    = "7a0000000000000000000002"
	marketTag      = "7a0000000000000000000003"
	wetStorageTag  = "7a0000000000000000000004"
	fromRecalled   = "7a0000000000000000000005"
	kumiaiTag      = "7a0000000000000000000006"
	petiteTag      = "7a0000000000000000000007"
	gliddenTag     = "7a0000000000000000000008"
	healthOffice   = "Washington State Department of Health"
	recalledReason = "Vibrio parahaemolyticus in samples of the growing area"
)

// Tags gives the demo's tags, parents first, with dates that end today.
func Tags(today time.Time) []Tag {
	day := func(ago int) string { return today.UTC().AddDate(0, 0, -ago).Format(time.DateOnly) }
	stony := tag.Fields{
		Brand: "Bay Center Selects", Species: tag.Species{Value: "Pacific oyster, Magallana gigas"}, SizeCull: "Extra small, 57 to 70 mm",
		CertID: "c1", SourceCert: "WA-1234-SP", HarvestLocation: "Willapa Bay, Stony Point 4", Parcel: "112",
		HarvestDate: day(6), HarvestTime: "6:40 am", IcingDate: day(6), IcingTime: "8:05 am",
		Destination: "Pike Place Fish, Seattle", ShipDate: day(4), ShipTime: "2:30 pm",
	}
	recalled := stony
	recalled.HarvestDate, recalled.IcingDate, recalled.ShipDate = day(12), day(12), day(11)
	recalled.HarvestLocation, recalled.Parcel = "Willapa Bay, Palix Mouth", "87"
	petite := stony
	petite.Brand, petite.CertID, petite.SourceCert, petite.VendorType = "Stony Point Petites", "c2", "WA-0977-SS", "Harvester"
	petite.SizeCull = "Petite, 62 to 76 mm"
	glidden := tag.Fields{
		Brand: "Glidden Gold", ShellfishType: "Eastern oyster", SizeCull: "Select, 76 to 90 mm", Cert: "ME-0456-SS",
		HarvestLocation: "Damariscotta River, Glidden Ledge", HarvestDate: day(7), HarvestTime: "10:15 am", IcingDate: day(7), IcingTime: "11:00 am",
	}
	return []Tag{
		{About: "a farm's tag, from the water to the market", Draft: draft(stonyTag, stonyFarm, tag.TypeFarm, stony)},
		{About: "a recalled tag", recall: healthOffice, Draft: draft(recalledTag, stonyFarm, tag.TypeFarm, recalled)},
		{About: "a tag with another certificate's contact, and a harvester", Draft: draft(petiteTag, stonyFarm, tag.TypeFarm, petite)},
		{About: "a tag whose item overrides its size", Draft: with(draft(gliddenTag, damariscotta, tag.TypeFarm, glidden),
			tag.Item{"sizeCull": "Cocktail, under 76 mm", "brand": nil})},
		{About: "a distributor's tag made from two farms' tags", Draft: draft(marketTag, seattleFishFarm, tag.TypeDistributor, tag.Fields{
			Brand: "Market Reserve", ShellfishType: "Oysters, mixed", Cert: "WA-0311-SS", SourceCert: "WA-1234-SP",
			HarvestDate: day(7), HarvestTime: "", HarvestLocation: "Willapa Bay and Damariscotta River",
			ReceiptDate: day(3), ReceiptTime: "5:50 am", Destination: "The Walrus, Portland", ShipDate: day(2), ShipTime: "9:00 am",
		}, stonyTag, gliddenTag)},
		{About: "a tag with wet storage", Draft: draft(wetStorageTag, seattleFishFarm, tag.TypeDistributor, tag.Fields{
			Brand: "Market Reserve", Species: tag.Species{Value: "Pacific oyster, Magallana gigas"}, SizeCull: "Extra small, 57 to 70 mm",
			Cert: "WA-0311-SS", SourceCert: "WA-1234-SP", HarvestLocation: "Willapa Bay, Stony Point 4", Parcel: "112",
			HarvestDate: day(6), HarvestTime: "6:40 am", IcingDate: day(6), IcingTime: "8:05 am", ReceiptDate: day(5), ReceiptTime: "4:20 pm",
			WetStorageLot: "W-2611-07", WetStorageDate: day(5), WetStorageEndDate: day(3), WetStorageCert: "WA-0311-SS", Destination: "Pike Place Fish, Seattle", ShipDate: day(3), ShipTime: "2:30 pm",
		}, stonyTag)},
		{About: "a distributor's tag, recalled through the tag that it was made from", Draft: draft(fromRecalled, seattleFishFarm, tag.TypeDistributor, tag.Fields{
			Brand: "Market Reserve", Species: tag.Species{Value: "Pacific oyster, Magallana gigas"}, Cert: "WA-0311-SS", SourceCert: "WA-1234-SP",
			HarvestDate: day(12), HarvestTime: "6:40 am", ReceiptDate: day(10), ReceiptTime: "7:15 am", Destination: "Harbor House, Tacoma", ShipDate: day(9), ShipTime: "1:00 pm",
		}, recalledTag)},
		{About: "a tag of a farm that says Type and Processing Date", Draft: draft(kumiaiTag, bahiaFarm, tag.TypeFarm, tag.Fields{
			Brand: "Kumiai", ShellfishType: "Ostión japonés, Magallana gigas", SizeCull: "Medium, 80 to 95 mm", SourceCert: "BC-0102-MX",
			HarvestLocation: "Bahía Falsa, Racks Norte", Parcel: "N2", HarvestDate: day(5), HarvestTime: "7:30 am", ProcessingDate: day(5),
			IcingDate: day(5), IcingTime: "9:10 am", Destination: "Mercado Negro, Ensenada", ShipDate: day(4), ShipTime: "6:00 am",
		})},
	}
}

func draft(id, farmID, kind string, fields tag.Fields, parents ...string) tag.Draft {
	return tag.Draft{ID: id, FarmID: farmID, Type: kind, Content: tag.Content{Fields: fields, Parents: parents}}
}

func with(d tag.Draft, item tag.Item) tag.Draft {
	d.Item = item
	return d
}

// tags makes the tags that are not there yet, and their recalls.
func (s Services) tags(ctx context.Context) error {
	for _, t := range Tags(s.Now()) {
		_, err := s.Tags.Version(ctx, t.ID)
		if fault.Is(err, fault.NotFound) {
			_, err = s.Events.Create(ctx, t.Draft)
		}
		if err != nil {
			return err
		}
	}
	if err := changedByHand(ctx, s.market(ctx)); err != nil {
		return fmt.Errorf("what is made of the harvests: %w", err)
	}
	made, err := s.Recalls.List(ctx, "", "", page.Slice{Page: 1, Limit: 1})
	if err != nil || made.Items.Total > 0 {
		return err
	}
	for _, t := range Tags(s.Now()) {
		if t.recall == "" {
			continue
		}
		if err := s.recall(ctx, []string{t.ID, neighbourBag}, t.recall); err != nil {
			return err
		}
	}
	return nil
}

// recall declares a recall of the tags.
func (s Services) recall(ctx context.Context, tags []string, party string) error {
	choice := scope.Choice{Tags: tags}
	reach, err := s.Recalls.Preview(ctx, "", choice)
	if err != nil {
		return err
	}
	_, err = s.Recalls.Declare(ctx, recall.Declaration{Kind: recall.Real, Words: recall.Words{Party: party, Reason: recalledReason, Class: "II"}, Choice: choice, Seen: reach.Seen})
	return err
}
