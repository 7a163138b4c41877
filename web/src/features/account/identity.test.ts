import { expect, test } from 'vitest'
import type { User } from '@/api'
import { changeOf, ownNames } from './identity'

const USER: User = {
  _id: 'id',
  username: 'ada',
  email: 'ada.tide@farm.example',
  name: { first: 'Ada', middle: '', last: 'Tide' },
  groups: { root: false, admin: false, farmmanager: true },
  isActive: true,
  permissions: [],
  secondFactor: false,
  mustEnrol: false,
}

test.each([
  [{}, {}],
  [{ username: 'eve' }, { username: 'eve' }],
  [{ email: '' }, { email: '' }],
  [{ 'name.middle': 'M' }, { name: { first: 'Ada', middle: 'M', last: 'Tide' } }],
])('ACC-2 of %j is sent %j', (typed, sent) => {
  expect(changeOf(typed, USER)).toEqual(sent)
})

test('ACC-2 the names that a stranger would try', () => {
  expect(ownNames(USER)).toEqual(['ada', 'ada.tide', 'Ada', '', 'Tide'])
})
