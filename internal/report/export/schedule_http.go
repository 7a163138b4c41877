package export

import "context"

// ScheduleInput asks for an export of a farm week by week or month by month.
type ScheduleInput struct {
	FarmID string `path:"farmId" maxLength:"64"`
	Body   ScheduleRequest
}

// ScheduleOutput is a schedule.
type ScheduleOutput struct{ Body Schedule }

// HandleSchedule answers POST /api/v2/schedules/{farmId}.
func (x *Service) HandleSchedule(ctx context.Context, in *ScheduleInput) (*ScheduleOutput, error) {
	s, err := x.Plan(ctx, in.FarmID, in.Body)
	return &ScheduleOutput{s}, err
}

type scheduleList struct {
	Data []Schedule `json:"data" doc:"The oldest first"`
}

// SchedulesOutput is the caller's schedules of a farm.
type SchedulesOutput struct{ Body scheduleList }

// HandleSchedules answers GET /api/v2/schedules/{farmId}.
func (x *Service) HandleSchedules(ctx context.Context, in *ExportsInput) (*SchedulesOutput, error) {
	list, err := x.Schedules(ctx, in.FarmID)
	return &SchedulesOutput{scheduleList{list}}, err
}

// ScheduleIDInput names a schedule.
type ScheduleIDInput struct {
	FarmID     string `path:"farmId" maxLength:"64"`
	ScheduleID string `path:"scheduleId" maxLength:"64"`
}

// PauseInput holds a schedule, or lets it go on.
type PauseInput struct {
	ScheduleIDInput
	Body struct {
		Paused bool `json:"paused"`
	}
}

// HandlePause answers PUT /api/v2/schedules/{farmId}/{scheduleId}.
func (x *Service) HandlePause(ctx context.Context, in *PauseInput) (*ScheduleOutput, error) {
	s, err := x.Pause(ctx, in.FarmID, in.ScheduleID, in.Body.Paused)
	return &ScheduleOutput{s}, err
}

// ChangeInput asks for another export from now on.
type ChangeInput struct {
	ScheduleIDInput
	Body ScheduleRequest
}

// HandleChange answers PUT /api/v2/schedules/{farmId}/{scheduleId}/request.
func (x *Service) HandleChange(ctx context.Context, in *ChangeInput) (*ScheduleOutput, error) {
	s, err := x.Change(ctx, in.FarmID, in.ScheduleID, in.Body)
	return &ScheduleOutput{s}, err
}

// HandleSendNow answers POST /api/v2/schedules/{farmId}/{scheduleId}/send.
func (x *Service) HandleSendNow(ctx context.Context, in *ScheduleIDInput) (*ExportOutput, error) {
	id, err := x.SendNow(ctx, in.FarmID, in.ScheduleID)
	return &ExportOutput{exportRequested{"Your export was successfully sent.", id}}, err
}

// UnplannedOutput says that a schedule is deleted.
type UnplannedOutput struct {
	Body struct {
		Message string `json:"message"`
	}
}

// HandleUnplan answers DELETE /api/v2/schedules/{farmId}/{scheduleId}.
func (x *Service) HandleUnplan(ctx context.Context, in *ScheduleIDInput) (*UnplannedOutput, error) {
	out := &UnplannedOutput{}
	out.Body.Message = "The schedule is deleted."
	return out, x.Unplan(ctx, in.FarmID, in.ScheduleID)
}
