import { describe, expect, test } from 'vitest'
import { landing, mayEnter } from './roles'

const root = { groups: { root: true } }
const admin = { groups: { admin: true } }
const both = { groups: { admin: true, farmmanager: true } }
const manager = { groups: { farmmanager: true } }
const member = { groups: {} }
const keeper = { groups: {}, permissions: ['companies'] }
const exporter = { groups: { farmmanager: true }, permissions: ['export'] }
const recaller = { groups: {}, permissions: ['recall'] }
const other = { groups: {}, permissions: ['departments'] }
const enrolling = { groups: { admin: true }, mustEnrol: true }

test.each([
  [root, '/farms'],
  [admin, '/farms'],
  [both, '/farms'],
  [manager, '/manage'],
  [member, '/account/settings'],
  [keeper, '/account/settings'],
  [exporter, '/manage'],
  [enrolling, '/account/settings'],
])('AUTH-2 %j lands on %s', (member, path) => {
  expect(landing(member)).toBe(path)
})

describe('AUTH-4 AUTH-5 AUTH-6 who may enter what', () => {
  test.each([
    ['farms', root, true],
    ['farms', admin, true],
    ['farms', manager, false],
    ['farms', member, false],
    ['admin', admin, true],
    ['admin', manager, false],
    ['admin', member, false],
    ['manage', manager, true],
    ['manage', admin, false],
    ['manage', both, false],
    ['manage', member, false],
    ['account', root, true],
    ['account', manager, true],
    ['account', member, true],
    ['reports', root, true],
    ['reports', manager, true],
    ['reports', member, false],
    ['farms', keeper, true],
    ['farms', exporter, true],
    ['manage', exporter, true],
    ['farms', recaller, false],
    ['admin', recaller, true],
    ['admin', keeper, true],
    ['admin', other, false],
    ['reports', keeper, true],
    ['farms', enrolling, false],
    ['reports', enrolling, false],
    ['account', enrolling, true],
  ] as const)('%s, %j: %s', (section, person, allowed) => {
    expect(mayEnter(section, person)).toBe(allowed)
  })
})
