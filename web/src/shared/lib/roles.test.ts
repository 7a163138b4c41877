import { describe, expect, test } from 'vitest'
import { landing, mayEnter } from './roles'

const root = { groups: { root: true } }
const admin = { groups: { admin: true } }
const both = { groups: { admin: true, farmmanager: true } }
const manager = { groups: { farmmanager: true } }
const member = { groups: {} }
const enrolling = { groups: { admin: true }, mustEnrol: true }

test.each([
  [root, '/farms'],
  [admin, '/farms'],
  [both, '/farms'],
  [manager, '/manage'],
  [member, '/account/settings'],
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
    ['farms', enrolling, false],
    ['reports', enrolling, false],
    ['account', enrolling, true],
  ] as const)('%s, %j: %s', (section, person, allowed) => {
    expect(mayEnter(section, person)).toBe(allowed)
  })
})
