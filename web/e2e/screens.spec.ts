import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhoneToo } from './axe'
import { MADE, TAGS, UNKNOWN_TAG } from './demo-tags'
import { textOf } from './mail'
import { NOTEBOOK, notebookUrl } from './report'
import { type Account, tokenOf } from './session'
import { expectNoSideScroll, expectPressable } from './sight'
import { expect, test } from './test'
import { expectWalkable } from './walk'

// They only look.
test.describe.configure({ mode: 'parallel' })

interface Screen {
  /** It names its tree in the folder `screens` too: what a screen reader finds there, without the figures. */
  name: string
  path: string
  /** What shows that the screen is all there. */
  ready: (page: Page) => Promise<void>
  act?: (page: Page) => Promise<void>
  missing?: boolean
  /** Its tree has what stands around the page too, and Tab goes through that. */
  framed?: boolean
  /** Tab goes through what stands around the page too: the rail of a farm. */
  railed?: boolean
  /** What a phone has in another way, by role and name. */
  otherwise?: RegExp
}

const heading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible()
const text = (words: string) => (page: Page) => expect(page.getByText(words)).toBeVisible()
const dialog = (name: string) => (page: Page) => expect(page.getByRole('dialog', { name })).toBeVisible()
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
const drawn = (page: Page) => expect(page.getByRole('figure').first()).toHaveAttribute('aria-busy', 'false')

/** Everybody was told: what the page says of a mail on its way is another tree. */
const delivered = (page: Page) =>
  expect(async () => {
    await page.reload()
    await heading('Who is told, and what came back')(page)
    await expect(page.getByText('On its way')).toHaveCount(0, { timeout: 100 })
  }).toPass()

const openLot = (page: Page) => page.getByRole('link', { name: 'Site B, beach, bag 5' }).first().click()

const STONY = '5f0000000000000000000002'
const WASHINGTON = 'Washington State Department of Health'
const COVE = '5f0000000000000000000007'
const reportUrl = (report: string) => `/manage/${NOTEBOOK}?tab=reports&report=${report}`
/** A report of the notebook, as chart and as table. */
const bothViews = (report: string, search: Record<string, string>): Screen[] =>
  ['chart', 'table'].map((view) => ({
    name: `${report}${search.mode ? ' today' : ''} ${view}`,
    path: notebookUrl({ report, view, ...search }),
    ready: drawn,
  }))

const SCREENS: Record<Account | 'nobody', Screen[]> = {
  nobody: [
    { name: 'sign-in', path: '/login', ready: heading('Sign in') },
    {
      name: 'sign-in, refused',
      path: '/login',
      ready: (page) => expect(page.getByRole('alert')).toBeVisible(),
      act: async (page) => {
        await page.getByLabel('Username or email').fill('nobody')
        await page.getByLabel('Password', { exact: true }).fill('not the password')
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      },
      missing: true,
    },
    { name: 'forgotten password', path: '/login/forgot', ready: heading('Forgot your password?') },
    { name: 'reset', path: '/login/reset/a@b.example/key', ready: heading('Reset your password') },
    { name: 'not found', path: '/no/such/page', ready: heading('Page not found'), missing: true },
    { name: 'tag', path: `/tag/${TAGS.farm}`, ready: heading('From the water to you') },
    { name: 'recalled tag', path: `/tag/${TAGS.recalled}`, ready: text('PRODUCT RECALLED BY') },
    { name: 'tag without photo', path: `/tag/${TAGS.item}`, ready: heading('From the water to you') },
    {
      name: 'notice of a recall',
      path: '/dev/mail',
      ready: text('Do not sell, serve or eat it.'),
      act: async (page) => {
        const mail = page.getByRole('listitem').filter({ hasText: 'chef@harborhouse.example' })
        await mail.getByRole('link').first().click()
        await page.goto(await textOf(page, /\/recall\/[0-9a-f]{64}/))
      },
    },
    {
      name: 'accepting an invitation',
      path: '/dev/mail',
      ready: (page) => expect(page.getByRole('form', { name: 'Your account' })).toBeVisible(),
      act: async (page) => {
        const { origin } = new URL(page.url())
        const headers = { Authorization: `Bearer ${await tokenOf(origin, 'manager')}` }
        const email = `${Date.now()}@guest.example`
        await page.request.post(`/api/farms/${COVE}/people/invitations`, { headers, data: { email, may: 'record' } })
        const mail = page.getByRole('listitem').filter({ hasText: email })
        await expect(async () => {
          await page.reload()
          await expect(mail).toBeVisible({ timeout: 100 })
        }).toPass()
        await mail.getByRole('link').first().click()
        await page.goto(await textOf(page, /\/invitation\/[\w-]+/))
      },
    },
    {
      name: 'invitation, not valid',
      path: '/invitation/none',
      ready: text('This invitation is not valid any more.'),
      missing: true,
    },
    { name: 'unknown tag', path: `/tag/${UNKNOWN_TAG}`, ready: heading('Tag not found'), missing: true },
  ],
  manager: [
    { name: 'farm list', path: '/manage', ready: text('Rows 1 - 5 of 5'), framed: true },
    {
      name: 'side by side',
      path: '/manage/side-by-side?dates=all',
      ready: text('Rows 1 - 5 of 5'),
      act: press('Growing areas of Salish Sea Test Beds'),
      otherwise: /^button "(Farm|Inventory|Harvest|% (Interval )?Mortality|Average Size \(mm\))"$/, // the order
    },
    { name: 'farm list, nothing found', path: '/manage?name=zzz', ready: text('No farm matches “zzz”.') },
    { name: 'today', path: `/manage/${STONY}`, ready: heading('Growing areas'), railed: true },
    { name: 'today of a new farm', path: '/manage/5f0000000000000000000007', ready: text('No growing area yet.') },
    { name: 'farm info', path: `/manage/${NOTEBOOK}?tab=info`, ready: heading('Leases') },
    { name: 'farm info, expiring', path: `/manage/${STONY}?tab=info`, ready: heading('Long Island Slough') },
    { name: 'farm without leases', path: '/manage/5f0000000000000000000007?tab=info', ready: text('No leases yet.') },
    {
      name: 'labels, refused',
      path: `/manage/${STONY}/labels?tags=${TAGS.farm}`,
      ready: text('This label must not be printed as it is.'),
    },
    { name: 'about my farm', path: `/manage/${NOTEBOOK}?tab=about`, ready: heading('About My Farm') },
    {
      name: 'inventory chart',
      path: notebookUrl({ view: 'chart', by: 'area' }),
      ready: drawn,
    },
    {
      name: 'inventory table',
      path: notebookUrl({ by: 'area' }),
      ready: (page) => expect(page.getByRole('row', { name: /^Nov 2017/ })).toBeVisible(),
    },
    {
      name: 'inventory, filtered',
      path: notebookUrl({ equipment: 'beach' }),
      ready: (page) => expect(page.getByRole('list', { name: 'Chosen filters' })).toBeVisible(),
    },
    {
      name: 'inventory, nothing there',
      path: notebookUrl({ from: '2001-01-01', to: '2001-12-31' }),
      ready: text('No animals were on the farm in these dates.'),
    },
    ...bothViews('yield', {}),
    ...bothViews('harvest', { by: 'area' }),
    ...bothViews('size', { by: 'equipment' }),
    ...bothViews('inventory', { by: 'area', mode: 'snapshot' }),
    ...bothViews('intervalMortality', { by: 'area' }),
    { name: 'compare', path: notebookUrl({ report: 'compare', view: 'chart', rightView: 'table' }), ready: drawn },
    { name: 'equipment', path: reportUrl('equipment'), ready: heading('Containers in use by type') },
    {
      name: 'bag by bag',
      path: `/manage/${STONY}/bags?date=2025-06-15`,
      ready: text('The animals of a lot are shared evenly among its bags.'),
    },
    {
      name: 'sales',
      path: `/manage/${STONY}/sales?dates=custom&from=2026-05-01&to=2026-05-31`,
      ready: heading('By growing area'),
    },
    { name: 'growth', path: `/manage/${STONY}/growth?date=2025-06-15`, ready: heading('Growth by lot') },
    {
      name: 'mark and season',
      path: notebookUrl({ report: 'intervalMortality', view: 'chart' }),
      ready: (page) => expect(page.getByLabel('Mark, % a month')).toBeVisible(),
      act: press('Change'),
    },
    { name: 'a lot', path: `/manage/${NOTEBOOK}`, ready: heading('Journal'), act: openLot },
    {
      name: 'a group',
      path: `/manage/${NOTEBOOK}`,
      ready: heading('Pacific oyster, planted 1 Mar 2017'),
      act: async (page) => {
        await openLot(page)
        await page.getByRole('link', { name: 'All of this planting' }).click()
      },
    },
    {
      name: 'correcting an entry',
      path: `/manage/${NOTEBOOK}`,
      ready: (page) => expect(page.getByRole('dialog').getByLabel('Reason')).toBeVisible(),
      act: async (page) => {
        await openLot(page)
        await page.getByRole('button', { name: 'Correct: 10 harvested' }).first().click()
      },
    },
    { name: 'exports', path: reportUrl('exports'), ready: text('Nothing is scheduled yet.') },
    {
      name: 'export dialog',
      path: reportUrl('exports'),
      ready: dialog('Export Snapshot'),
      act: press('Export Snapshot'),
    },
    {
      name: 'export dialog, refused',
      path: reportUrl('exports'),
      ready: text('Enter an email address.'),
      act: async (page) => {
        await press('Export Snapshot')(page)
        await page.getByRole('dialog').getByLabel('Email').fill('')
        await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
      },
    },
    {
      name: 'schedule dialog',
      path: reportUrl('exports'),
      ready: (page) => expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue(/@/),
      act: press('Schedule Harvest Log'),
    },
    { name: 'dashboard', path: `/manage/${STONY}?tab=reports`, ready: heading('Snapshot'), railed: true },
    {
      name: 'dashboard, edited',
      path: `/manage/${STONY}?tab=reports`,
      ready: (page) => expect(page.getByRole('button', { name: 'Save' })).toBeVisible(),
      act: press('Edit'),
    },
    { name: 'tags', path: `/manage/${STONY}/tags`, ready: text('Rows 1 - ') },
    { name: 'tags, none', path: `/manage/${COVE}/tags`, ready: text('No tags yet.') },
    { name: 'tags, nothing found', path: `/manage/${STONY}/tags?search=zzz`, ready: text('No tag matches.') },
    { name: 'a tag', path: `/manage/${STONY}/tags/${MADE.petites}`, ready: heading('What it was made of') },
    {
      name: 'a recalled tag of the farm',
      path: `/manage/${STONY}/tags/${TAGS.recalled}`,
      ready: heading('What is left'),
    },
    { name: 'shipments', path: `/manage/${STONY}/shipments`, ready: text('Rows 1 - ') },
    { name: 'shipments, none', path: `/manage/${COVE}/shipments`, ready: text('Nothing has been shipped yet.') },
    { name: 'scans', path: `/manage/${STONY}/scans`, ready: heading('By country') },
    { name: 'scans, none', path: `/manage/${COVE}/scans`, ready: text('Nothing was scanned in these days.') },
    {
      name: 'labels',
      path: `/manage/${STONY}/labels?tags=${MADE.harvested}`,
      ready: (page) => expect(page.getByRole('img', { name: /^Label/ })).toBeVisible(),
    },
    { name: 'recalls of a farm', path: `/manage/${STONY}/recalls`, ready: text('1 recall') },
    {
      name: 'recall at a farm',
      path: `/manage/${STONY}/recalls`,
      ready: delivered,
      act: (page) => page.getByRole('link', { name: WASHINGTON }).click(),
    },
    {
      name: 'drill of a farm',
      path: `/manage/${STONY}/recalls/new?tags=${TAGS.recalled}`,
      ready: heading('Begin the drill'),
    },
    {
      name: 'asking for a recall',
      path: `/manage/${STONY}/recalls/new?purpose=ask`,
      ready: heading('What is recalled'),
    },
    { name: 'tagging', path: `/manage/${STONY}/tagging`, ready: heading('What was done') },
    {
      name: 'receive tags',
      path: `/manage/${STONY}/tagging?event=receive`,
      ready: (page) => expect(page.getByLabel('Scan or type a tag')).toBeVisible(),
    },
    {
      name: 'ship tags',
      path: `/manage/${STONY}/tagging?event=ship`,
      ready: (page) => expect(page.getByRole('textbox', { name: 'Shipped to' })).toBeVisible(),
    },
    { name: 'tag a harvest', path: `/manage/${STONY}/tagging?event=harvest`, ready: heading('Harvest') },
    { name: 'record', path: `/manage/${NOTEBOOK}/record`, ready: heading('Record') },
    {
      name: 'record, refused',
      path: `/manage/${NOTEBOOK}/record?activity=harvest`,
      ready: text('Choose the growing area.'),
      act: (page) => page.getByRole('main').getByRole('button', { name: 'Record', exact: true }).click(),
    },
    { name: 'record a planting', path: `/manage/${STONY}/record?activity=plant`, ready: heading('Growing area') },
    {
      name: 'lease form',
      path: `/manage/${STONY}?tab=info`,
      ready: (page) => expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toBeFocused(),
      act: press('Add lease'),
    },
    {
      name: 'lease form, refused',
      path: `/manage/${STONY}?tab=info`,
      ready: text('Name is required'),
      act: async (page) => {
        await press('Add lease')(page)
        await page.getByRole('dialog').getByRole('button', { name: 'Add lease' }).click()
      },
    },
    {
      name: 'a lease with animals, at its end',
      path: `/manage/${STONY}?tab=info`,
      ready: text('A lease can only end when it is empty.'),
      act: press('End Palix Mouth'),
    },
    { name: 'tagging subscription', path: `/manage/${STONY}?tab=tagging`, ready: heading('Next shipment') },
    { name: 'people', path: `/manage/${STONY}/people`, ready: heading('Who works here') },
    { name: 'keys', path: `/manage/${STONY}/keys`, ready: text('No keys yet.') },
    { name: 'making a key', path: `/manage/${STONY}/keys`, ready: dialog('Make a key'), act: press('Make a key') },
    { name: 'uploads of a manager', path: `/manage/${STONY}/upload`, ready: heading('Upload Groups') },
    { name: 'get tagging', path: `/manage/${NOTEBOOK}/get-tagging`, ready: heading('Talk to us') },
    { name: 'notices, none', path: `/manage/${NOTEBOOK}/notices`, ready: text('No notices yet.') },
    { name: 'invoices', path: `/manage/${STONY}/invoices`, ready: text('Page 1 of 1') },
    {
      name: 'an invoice',
      path: `/manage/${STONY}/invoices`,
      ready: heading('History'),
      act: (page) => page.getByRole('link', { name: 'Paper refill' }).first().click(),
    },
    { name: 'unknown farm', path: '/manage/unknown', ready: heading('Farms / Error'), missing: true },
    { name: 'not found in an area', path: '/manage/a/b/c', ready: heading('Not Found'), missing: true },
  ],
  admin: [
    { name: 'farm list of staff', path: '/farms?limit=5', ready: text('Page 1 of 4'), framed: true },
    {
      name: 'farm list, beyond the last page',
      path: '/farms?limit=5&page=99',
      ready: text('There are no farms on this page.'),
    },
    { name: 'farm info of staff', path: `/farms/${STONY}?tab=info`, ready: heading('Danger zone'), railed: true },
    {
      name: 'farm info, edited',
      path: `/farms/${STONY}?tab=info`,
      ready: (page) => expect(page.getByLabel('Owner')).toBeVisible(),
      act: press('Edit Farm Information'),
    },
    {
      name: 'question before a delete',
      path: `/farms/${STONY}?tab=info`,
      ready: text('Will be lost'),
      act: press('Delete'),
    },
    { name: 'people of staff', path: `/farms/${STONY}/people`, ready: heading('As its manager sees it') },
    { name: 'history of a farm', path: `/farms/${STONY}/history`, ready: text('Page 1 of ') },
    { name: 'about my farm of staff', path: `/farms/${STONY}?tab=about`, ready: heading('About My Farm') },
    {
      name: 'a recall',
      path: '/admin/recalls',
      ready: async (page) => {
        await delivered(page)
        await expect(page.getByRole('form', { name: 'What became of it' })).toBeVisible()
      },
      act: async (page) => {
        await page.getByRole('link', { name: WASHINGTON }).click()
        await page.getByRole('link', { name: 'Harbor House' }).click()
        await heading('Harbor House')(page)
      },
    },
    {
      name: 'declaring a recall',
      path: `/admin/recalls/new?tags=${TAGS.farm}`,
      ready: heading('Declare the recall'),
    },
    { name: 'features', path: `/farms/${STONY}?tab=features`, ready: heading('Features') },
    { name: 'paper and printers', path: `/farms/${STONY}?tab=2`, ready: heading('Printers') },
    {
      name: 'paper and printers, edited',
      path: `/farms/${STONY}?tab=2`,
      ready: heading('Costs'),
      act: press('Edit Paper & Printers'),
    },
    {
      name: 'more paper',
      path: `/farms/${STONY}?tab=2`,
      ready: dialog('Send more paper'),
      act: press('Send more paper'),
    },
    { name: 'fulfilment', path: '/farms/fulfilment', ready: heading('Fulfilment') },
    { name: 'upload', path: `/farms/upload/${STONY}`, ready: heading('Upload Groups') },
    { name: 'setup form', path: '/farms/setup', ready: heading('Add Farm Details') },
    {
      name: 'setup form of a distributor',
      path: '/farms/setup',
      ready: (page) => expect(page.getByRole('checkbox', { name: 'Receive' })).toBeChecked(),
      act: async (page) => {
        await page.getByLabel('Type').selectOption({ label: 'Distributor' })
      },
    },
    {
      name: 'setup form, refused',
      path: '/farms/setup',
      ready: text('Country is required'),
      act: (page) => page.getByRole('button', { name: 'Create farm' }).click(),
    },
  ],
  root: [
    { name: 'admin home', path: '/admin', ready: heading('Admin'), framed: true },
    { name: 'users', path: '/admin/users', ready: text('Page 1 of 1') },
    {
      name: 'a new user',
      path: '/admin/users',
      ready: (page) => expect(page.getByRole('dialog').getByLabel('Username')).toBeFocused(),
      act: (page) => page.getByRole('button', { name: 'Create new' }).click(),
    },
    {
      name: 'a user',
      path: '/admin/users?username=manager',
      ready: (page) => expect(page.getByRole('checkbox', { name: /^Farm manager/ })).toBeChecked(),
      act: async (page) => {
        await tokenOf(new URL(page.url()).origin, 'manager') // whoever is signed in can be signed out
        await page.getByRole('link', { name: 'View Details of manager' }).click()
      },
    },
    { name: 'admin groups, none', path: '/admin/admin-groups', ready: text('No admin groups yet.') },
    {
      name: 'a new group',
      path: '/admin/admin-groups',
      ready: (page) => expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused(),
      act: (page) => page.getByRole('button', { name: 'Create new' }).first().click(),
    },
    { name: 'jobs', path: '/admin/jobs', ready: heading('Jobs') },
    { name: 'system', path: '/admin/system', ready: heading('Room') },
    { name: 'price list', path: '/admin/prices', ready: heading('Prices') },
    {
      name: 'price list, edited',
      path: '/admin/prices',
      ready: (page) => expect(page.getByRole('form', { name: 'Edit Price list' })).toBeVisible(),
      act: press('Edit Price list'),
    },
    { name: 'farms asking for tagging', path: '/admin/tagging', ready: text('No farm is asking.') },
    { name: 'failed payments', path: '/admin/payments', ready: text('No payment has failed.') },
    { name: 'recalls', path: '/admin/recalls', ready: text('Washington State Department of Health') },
    { name: 'audit', path: '/admin/audit?action=farm.create', ready: text('Newest first.') },
  ],
  member: [
    { name: 'account', path: '/account', ready: heading(/./), framed: true },
    { name: 'account settings', path: '/account/settings', ready: heading('Account settings') },
    {
      name: 'the menu behind the name',
      path: '/account/settings',
      ready: dialog('Your account'),
      act: (page) => page.getByRole('banner').locator('button[aria-haspopup=dialog]').last().click(),
    },
  ],
}

/** What a report has in a sheet on a phone. */
const IN_A_SHEET =
  /^(button "(Dates( .+)?|Filter( \d+ chosen)?|Same period last year)|combobox "(Frequency|Growing Areas|Split by|Count Type)|radio "(Over Time|Snapshot))"$/

/** What can be used here, by role and name, with what is folded. */
async function controls(part: Locator): Promise<Set<string>> {
  await part.evaluate((one) => {
    for (const folded of one.querySelectorAll('details')) folded.open = true
  })
  const tree = await part.ariaSnapshot()
  return new Set(tree.match(/(?<=- '?)(link|button|tab|checkbox|radio|combobox|searchbox|textbox|heading) ".*?"/g))
}

for (const [account, screens] of Object.entries(SCREENS) as [Account | 'nobody', Screen[]][]) {
  test.describe(account, () => {
    test.use(account === 'nobody' ? {} : { as: account })
    for (const { name, path, ready, act, missing, framed, railed, otherwise } of screens) {
      test(`PUB-8 ${name}: for everyone, by its tree, by Tab and by axe, as narrow as a phone too`, async ({
        page,
        troubles,
      }) => {
        if (missing) troubles.expect(/^40[04] /)
        await page.goto(path)
        await act?.(page)
        await ready(page)
        await expect(page.locator('[class*=skeleton], [aria-busy=true]')).toHaveCount(0)
        const part = framed ? page.locator('body') : page.locator('[aria-modal=true], main').last()
        const snapshot = name.replaceAll(/\W+/g, '-')
        await expectNoSideScroll(page)
        await expectWalkable(page, framed || railed ? 'body' : 'main')
        await expect(part).toMatchAriaSnapshot({ name: `${snapshot}.aria.yml` })
        const offered = await controls(part)
        await expectAccessibleOnPhoneToo(page, async () => {
          await expectPressable(page)
          const narrow = await controls(part)
          const missed = [...offered].filter(
            (one) => !narrow.has(one) && !IN_A_SHEET.test(one) && !otherwise?.test(one),
          )
          expect(missed, 'a phone does not have them').toEqual([])
        })
      })
    }
  })
}

test.describe('open panels', () => {
  test.use({ as: 'manager' })

  test('axe finds nothing in the filters and the dates', async ({ page }) => {
    await page.goto(notebookUrl())
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '1 Mar to 30 Nov 2017' }).click()
    await expect(
      page
        .getByRole('dialog', { name: 'Dates' })
        .getByRole('button', { name: /1 March 2017/ })
        .first(),
    ).toBeVisible()
    await expectAccessible(page)
  })

  test("axe finds nothing in the phone's sheet", { tag: '@phone-only' }, async ({ page }) => {
    await page.goto(notebookUrl())
    await page.getByRole('button', { name: 'All areas, 1 Mar to 30 Nov 2017' }).click()
    await expect(page.getByRole('dialog', { name: 'Filters' }).getByRole('group', { name: 'Equipment' })).toBeVisible()
    await expectAccessible(page)
  })
})
