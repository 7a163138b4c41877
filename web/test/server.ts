import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import type {
  Account,
  AdminGroup,
  AskingFarm,
  AuditPage,
  Bags,
  Change,
  Contents,
  Cost,
  Counting,
  DashboardReport,
  Entry,
  Equipment,
  Explanation,
  Export,
  FailedPaymentPage,
  Farm,
  FarmPage,
  FarmRecord,
  Glance,
  GroupOption,
  GroupPage,
  Growth,
  Harvested,
  Held,
  InvitationAsked,
  Invoice,
  InvoicePage,
  Issued,
  Job,
  JobKind,
  JobPage,
  LabelChoices,
  LabelLook,
  NewsSwitches,
  Noted,
  Notices,
  OwnTag,
  Prices,
  PublicTag,
  RecallDetail,
  RecallPartyDetail,
  RecallReach,
  RecordAnswer,
  Recount,
  Report,
  Scans,
  Schedule,
  Season,
  Session,
  Shipment,
  ShipmentPage,
  Shipped,
  Square,
  Standing,
  Story,
  System,
  TagDetail,
  TaggingOffer,
  Today,
  User,
  UserPage,
  Work,
} from '@/api'
import type { Listed } from '@/shared/lib/paging'
import { farm, notebook, page, row, session, standing, switches, todayOf, user, type Who } from './data'

/** The API at the network's edge. Its answers are typed as the real one's. */
const api = (path: string) => `http://localhost:3000/api${path}`

export function failure(status: number, message: string, fields?: Record<string, string>, code?: string) {
  const validation = fields && { source: 'payload', keys: Object.keys(fields), fields }
  const headers: HeadersInit = status === 401 ? { 'X-Auth-Required': 'true' } : {}
  return HttpResponse.json({ statusCode: status, error: 'Error', message, code, validation }, { status, headers })
}

type Answer<T> = T | Response | Promise<T | Response>
type Reply<T> = T | Response | ((request: Request) => Answer<T>)
type Calls = { url: URL; body: unknown; headers: Headers }[]

/** What the last of the calls sent. */
export function lastBody<T>(calls: Calls): T {
  return calls.at(-1)?.body as T
}

async function answer<T extends object>(reply: Reply<T>, request: Request): Promise<Response> {
  const value = typeof reply === 'function' ? await (reply as (request: Request) => Answer<T>)(request) : reply
  return value instanceof Response ? value : HttpResponse.json(value)
}

/** A reply that comes when it is given, to each call. */
export function later<T>() {
  let give: (answer: T | Response) => void = () => undefined
  const given = new Promise<T | Response>((resolve) => {
    give = resolve
  })
  const reply = async () => {
    const answer = await given
    return answer instanceof Response ? answer.clone() : answer
  }
  return { reply, give }
}

/** A handler that answers with `reply` and records the calls it got. */
function route<T extends object>(method: 'get' | 'post' | 'put' | 'delete', path: string) {
  return (reply: Reply<T>): Calls => {
    const calls: Calls = []
    server.use(
      http[method](api(path), async ({ request }) => {
        const text = await request.clone().text()
        calls.push({ url: new URL(request.url), body: text && JSON.parse(text), headers: request.headers })
        return answer(reply, request)
      }),
    )
    return calls
  }
}

export const on = {
  login: route<{ token: string; user: User }>('post', '/login'),
  logout: route<{ message: string }>('post', '/logout'),
  forgot: route<{ message: string }>('post', '/login/forgot'),
  reset: route<{ message: string }>('post', '/login/reset'),
  my: route<User & { token?: string }>('get', '/users/my'),
  look: route<InvitationAsked>('post', '/invitations/look'),
  accept: route<InvitationAsked>('post', '/invitations/accept'),
  editMe: route<User>('put', '/users/my'),
  myPassword: route<{ message: string }>('put', '/users/my/password'),
  mySessions: route<{ data: Session[] }>('get', '/users/my/sessions'),
  myIssued: route<{ data: Issued[] }>('get', '/users/my/issued'),
  issued: route<{ data: Issued[] }>('get', '/users/:id/issued'),
  endSession: route<{ message: string }>('delete', '/users/my/sessions/:id'),
  endOthers: route<{ message: string }>('delete', '/users/my/sessions'),
  beginFactor: route<{ secret: string; url: string }>('post', '/users/my/second-factor'),
  confirmFactor: route<{ recoveryCodes: string[] }>('post', '/users/my/second-factor/confirm'),
  proof: route<{ message: string }>('post', '/users/my/proof'),
  removeFactor: route<{ message: string }>('delete', '/users/my/second-factor'),
  users: route<UserPage>('get', '/users'),
  createUser: route<Account>('post', '/users'),
  // Not of 'my', which is a question of its own.
  user: route<Account>('get', '/users/:id([^/]+-[^/]+)'),
  editUser: route<Account>('put', '/users/:id'),
  setUserPassword: route<{ message: string }>('put', '/users/:id/password'),
  setUserGroups: route<Account>('put', '/users/:id/groups'),
  deleteUser: route<{ message: string }>('delete', '/users/:id'),
  linkFarm: route<Account>('post', '/users/:id/farm'),
  unlinkFarm: route<Account>('delete', '/users/:id/farm/:farmId'),
  sessions: route<{ data: Session[] }>('get', '/users/:id/sessions'),
  endSessions: route<{ message: string }>('delete', '/users/:id/sessions'),
  resetSecondFactor: route<{ message: string }>('delete', '/users/:id/second-factor'),
  groupOptions: route<{ data: GroupOption[] }>('get', '/groups'),
  permissionsEndpoint: route<{ permissionsEndpoint: string }>('get', '/farms/permissionsEndpoint'),
  groups: route<GroupPage>('get', '/admin-groups'),
  createGroup: route<AdminGroup>('post', '/admin-groups'),
  group: route<AdminGroup>('get', '/admin-groups/:id'),
  renameGroup: route<AdminGroup>('put', '/admin-groups/:id'),
  setPermissions: route<AdminGroup>('put', '/admin-groups/:id/permissions'),
  deleteGroup: route<{ message: string }>('delete', '/admin-groups/:id'),
  audit: route<AuditPage>('get', '/audit'),
  system: route<System>('get', '/system'),
  jobs: route<JobPage>('get', '/jobs'),
  jobKinds: route<{ data: JobKind[] }>('get', '/jobs/kinds'),
  retryJobs: route<{ retried: number }>('post', '/jobs/retry'),
  retryJob: route<Job>('post', '/jobs/:id/retry'),
  farms: route<FarmPage>('get', '/farms'),
  work: route<Work>('get', '/work'),
  recalls: route<object>('get', '/recalls'),
  recallRequests: route<object>('get', '/recall-requests'),
  recallReach: route<RecallReach>('post', '/recalls/preview'),
  recall: route<RecallDetail>('get', '/recalls/:id'),
  recallParty: route<RecallPartyDetail>('get', '/recalls/:id/parties/:partyId'),
  endRecall: route<object>('post', '/recalls/:id/end'),
  answerRecall: route<object>('put', '/recalls/:id/parties/:partyId/answer'),
  farmRecall: route<RecallDetail>('get', '/farms/:id/recalls/:recallId'),
  farmRecallParty: route<RecallPartyDetail>('get', '/farms/:id/recalls/:recallId/parties/:partyId'),
  answerFarmRecall: route<object>('put', '/farms/:id/recalls/:recallId/parties/:partyId/answer'),
  offer: route<TaggingOffer>('get', '/farms/:id/tagging-offer'),
  askForTagging: route<FarmRecord>('post', '/farms/:id/tagging-request'),
  endAsking: route<FarmRecord>('delete', '/farms/:id/tagging-request'),
  asking: route<Listed<AskingFarm>>('get', '/work/tagging'),
  failedPayments: route<FailedPaymentPage>('get', '/work/payments'),
  createFarm: route<Farm>('post', '/farms'),
  farm: route<FarmRecord>('get', '/farms/:id'),
  invoices: route<InvoicePage>('get', '/farms/:id/invoices'),
  invoice: route<Invoice>('get', '/farms/:id/invoices/:invoice'),
  scans: route<Scans>('get', '/farms/:id/scans'),
  tags: route<Listed<OwnTag>>('get', '/farms/:id/tags'),
  labelChoices: route<LabelChoices>('get', '/farms/:id/labels'),
  labels: route<{ labels: LabelLook[] }>('post', '/farms/:id/labels/preview'),
  printLabels: route<Response>('post', '/farms/:id/labels'),
  tag: route<TagDetail>('get', '/farms/:id/tags/:tag'),
  shipped: route<Listed<Shipped>>('get', '/farms/:id/shipments'),
  shippedCsv: route<Response>('get', '/farms/:id/shipments/csv'),
  invoicePdf: route<Response>('get', '/farms/:id/invoices/:invoice/pdf'),
  pay: route<{ url: string }>('post', '/farms/:id/invoices/:invoice/pay'),
  recordPayment: route<Invoice>('post', '/farms/:id/invoices/:invoice/payment'),
  recordRefund: route<Invoice>('post', '/farms/:id/invoices/:invoice/refund'),
  standing: route<Standing>('get', '/farms/:id/billing'),
  cardPage: route<{ url: string }>('post', '/farms/:id/billing/card'),
  removeCard: route<Standing>('delete', '/farms/:id/billing/card'),
  removeHold: route<FarmRecord>('delete', '/farms/:id/shipmentHold/:type'),
  editFarm: route<Farm>('put', '/farms/:id'),
  editPublic: route<Partial<Farm>>('post', '/farms/:id/farmDetails'),
  editFeatures: route<Pick<Farm, 'features' | 'version'>>('put', '/farms/:id/features'),
  editShipping: route<Pick<Farm, 'shippingAddress' | 'version'>>('put', '/farms/:id/shippingAddress'),
  removePhoto: route<Pick<Farm, 'photo' | 'version'>>('delete', '/farms/:id/photo'),
  contents: route<Contents>('get', '/farms/:id/contents'),
  cleanFarm: route<{ message: string; removed: Contents }>('delete', '/farms/:id/clean'),
  deleteFarm: route<{ message: string; removed: Contents }>('delete', '/farms/:id'),
  quote: route<Cost[]>('post', '/enableTagging/:id/invoiceAmount'),
  subscribe: route<FarmRecord>('post', '/enableTagging/:id'),
  endSubscription: route<FarmRecord>('delete', '/enableTagging/:id'),
  sendPaper: route<{ message: string }>('post', '/enableTagging/:id/sendPaper'),
  morePaper: route<Cost[]>('post', '/enableTagging/:id/sendPaperAmount'),
  placeHold: route<FarmRecord>('post', '/farms/:id/shipmentHold/:type'),
  adjustPaper: route<FarmRecord>('post', '/farms/:id/paperAdjustments'),
  shipments: route<ShipmentPage>('get', '/shipments'),
  shipment: route<Shipment>('get', '/shipments/:id'),
  markSent: route<{ sent: number }>('post', '/shipments/send'),
  packingSlips: route<Response>('get', '/shipments/packingSlips'),
  prices: route<{ data: Prices[] }>('get', '/prices'),
  setPrices: route<Prices>('post', '/prices'),
  resend: route<{ message: string }>('get', '/enableTagging/:id/resendTaggingSetupEmail'),
  filters: route<{ filters: Record<string, string[]> }>('get', '/farms/:id/filters'),
  inventory: route<Report>('put', '/v2/getFarmInventory/:id'),
  explain: route<Explanation>('put', '/v2/explain/:id'),
  today: route<Today>('get', '/farms/:id/today'),
  notices: route<Notices>('get', '/farms/:id/news'),
  switches: route<NewsSwitches>('get', '/farms/:id/news/switches'),
  setSwitch: route<NewsSwitches>('put', '/farms/:id/news/switches'),
  readNotices: route<{ unread: number }>('put', '/farms/:id/news/read'),
  glances: route<{ data: Glance[] }>('get', '/farms/today'),
  dashboard: route<Square[]>('put', '/v2/getDashboard/:id'),
  saveDashboard: route<DashboardReport[]>('put', '/v2/updateDashboard/:id'),
  equipment: route<Equipment>('get', '/v2/getEquipmentReport/:id'),
  bags: route<Bags>('get', '/v2/bags/:farmId'),
  growth: route<Growth>('get', '/v2/growth/:farmId'),
  season: route<Season>('put', '/farms/:id/season'),
  saveCounting: route<Counting>('put', '/farms/:id/counting'),
  marketSize: route<{ marketMm: number }>('put', '/farms/:id/market-size'),
  export: route<{ message: string; _id: string }>('put', '/v2/reportExport/:id'),
  exports: route<{ data: Export[] }>('get', '/v2/exports/:id'),
  schedules: route<{ data: Schedule[] }>('get', '/v2/schedules/:id'),
  addSchedule: route<Schedule>('post', '/v2/schedules/:id'),
  changeSchedule: route<Schedule>('put', '/v2/schedules/:id/:schedule/request'),
  harvests: route<{ data: Harvested[] }>('get', '/farms/:id/harvests'),
  takeTags: route<{ events: { id: string; tag: string; again: boolean }[] }>('post', '/tags'),
  publicTag: route<PublicTag>('get', '/tag/:tagId'),
  places: route<{ data: Held[] }>('get', '/v2/places/:id'),
  journal: route<{ data: Noted[] }>('get', '/v2/activities/:id'),
  entry: route<Entry>('get', '/v2/activities/:id/:number'),
  correct: route<{ changes: Change[]; recounts: Recount[] }>('post', '/v2/activities/:id/:number/correction'),
  counting: route<Counting>('get', '/farms/:id/counting'),
  lot: route<Story>('get', '/v2/lots/:id/:lot'),
  record: route<RecordAnswer>('post', '/v2/activities/:id'),
}

/** Signs a person in: the token of this tab, and the answer to "who am I". */
export function signedIn(who: Who): void {
  sessionStorage.setItem('token', `token-of-${who}`)
  on.my(user(who))
}

export const FILTERS = { oysterType: ['Pacific oyster'], meshSize: ['beach', 'raft'], seedSource: [], month: ['3'] }

export const server = setupServer(
  http.get(api('/passwords/rules'), () => HttpResponse.json({ min: 12 })),
  http.get(api('/users/my/issued'), () => HttpResponse.json({ data: [] })),
  http.get(api('/users/:id/issued'), () => HttpResponse.json({ data: [] })),
  http.get(api('/users/my/sessions'), () => HttpResponse.json({ data: [session()] })),
  http.get(api('/work'), () => HttpResponse.json({ openRecalls: 0 })),
  http.get(api('/audit'), () => HttpResponse.json(page([]))),
  http.get(api('/farms/today'), () => HttpResponse.json({ data: [] })),
  http.get(api('/farms'), () => HttpResponse.json(page([row()]))),
  http.get(api('/farms/:id'), () => HttpResponse.json(farm())),
  http.get(api('/farms/:id/tags'), () => HttpResponse.json(page([]))),
  http.get(api('/farms/:id/shipments'), () => HttpResponse.json(page([]))),
  http.get(api('/farms/:id/today'), () => HttpResponse.json(todayOf())),
  http.get(api('/farms/:id/needs'), () => HttpResponse.json({ needsInAll: 0 })),
  http.get(api('/farms/:id/news'), () => HttpResponse.json({ ...page([]), unread: 0 })),
  http.get(api('/farms/:id/news/switches'), () => HttpResponse.json(switches())),
  http.get(api('/farms/:id/billing'), () => HttpResponse.json(standing())),
  http.post(api('/enableTagging/:id/invoiceAmount'), () => HttpResponse.json([])),
  http.post(api('/enableTagging/:id/sendPaperAmount'), () => HttpResponse.json([])),
  http.get(api('/farms/:id/filters'), () => HttpResponse.json({ filters: FILTERS })),
  http.get(api('/farms/:id/counting'), () => HttpResponse.json({ missing: 'missing' })),
  http.put(api('/v2/getDashboard/:id'), () => HttpResponse.json([])),
  http.put(api('/v2/getFarmInventory/:id'), () => HttpResponse.json(notebook())),
)
