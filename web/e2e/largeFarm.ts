import { call } from './leaseBook'

interface Made {
  _id: string
}

/** 10 growing areas with 20 lines of 100 spots, and a year of moves, harvests and losses. */
export async function largeFarm(serverUrl: string): Promise<string> {
  const farm = await call<Made>(serverUrl, 'POST', 'farms', {
    name: 'Twenty Thousand Spots',
    companyName: 'Twenty Thousand',
    country: 'USA',
    state: 'Washington',
    timeZone: 'America/Los_Angeles',
  })
  const sizes = ['Seed', 'Nursery', 'Intermediate', 'Petite', 'Standard']
  const activities: object[] = []
  for (let area = 0; area < 10; area++) {
    const lines = Array.from({ length: 20 }, (_, line) => ({ name: `${area}-${line + 1}`, spots: 100 }))
    const { leaseId } = await call<{ leaseId: string }>(serverUrl, 'POST', `farms/${farm._id}/leases`, {
      name: `Area ${area}`,
      lines,
    })
    for (const [index, sizeLabel] of sizes.entries()) {
      const group = { oysterType: 'Pacific oyster', year: 2024, datePlanted: '2024-01-01' }
      const lot = { sizeLabel, meshSize: 'bag' }
      const at = (day: number, more: object) => {
        const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)
        activities.push({ id: `${activities.length}`, date, leaseId, group, lot, ...more })
      }
      at(index, { activity: 'plant', count: 60_000, containers: 300 })
      for (let day = 10 + index; day < 365; day += 5) at(day, { activity: 'harvest', count: 400, containers: 2 })
    }
  }
  for (let from = 0; from < activities.length; from += 500) {
    await call(serverUrl, 'POST', `v2/activities/${farm._id}`, { activities: activities.slice(from, from + 500) })
  }
  return farm._id
}
