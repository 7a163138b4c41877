package booktest

// Header is that of a sheet of activities.
const Header = "date,activity,growing area,to growing area,animal type,seed source,year,month,date planted,location planted,size,equipment,fill profile,count,measured,size mm,containers,note,id\n"

// Sheet has every activity: 8 of them.
const Sheet = Header +
	"2026-03-01,plant,Cove,,Pacific oyster,Hatchery,2026,3,2026-03-01,Cove,,tray,half,1000,,,4,first,\n" +
	"2026-04-01,Count,cove,,Pacific oyster,Hatchery,2026,3,2026-03-01,Cove,,tray,half,990,,,,,\n" +
	"2026-04-01,size,Cove,,Pacific oyster,Hatchery,2026,3,2026-03-01,Cove,,tray,half,,10,30.01,,,\n" +
	"2026-05-01,loss,Cove,,Pacific oyster,Hatchery,2026,3,2026-03-01,Cove,,tray,half,40,,,,,gone-1\n" +
	"2026-05-01,loss,Cove,,Pacific oyster,Hatchery,2026,3,2026-03-01,Cove,,tray,half,5,,,,,\n" +
	"2026-05-01,loss,Cove,,Pacific oyster,Hatchery,2026,3,2026-03-01,Cove,,tray,half,5,,,,,\n" +
	"2026-06-01,move,Cove,Bay,Pacific oyster,Hatchery,2026,3,2026-03-01,Cove,,tray,half,400,,,2,,\n" +
	"2026-07-01,harvest,Bay,,Pacific oyster,Hatchery,2026,3,2026-03-01,Cove,,tray,half,100,,,,,\n"
