// Counts the visit after everything is shown. It may be blocked or fail, and
// nothing on the page depends on it.
const { farm, id, tag } = document.currentScript?.dataset ?? {}

addEventListener('load', () => {
  try {
    const body = JSON.stringify({ event: 'Tag Pageview', farmName: farm, farmId: id, tagId: tag })
    navigator.sendBeacon('/api/pageview', new Blob([body], { type: 'application/json' }))
  } catch {
    // Old or locked-down browsers have no beacon; the visit goes uncounted.
  }
})
