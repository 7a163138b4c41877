import { expect, test } from 'vitest'
import type { User } from '@/api'
import { ownNames } from './identity'

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

test('ACC-2 the names that a stranger would try', () => {
  expect(ownNames(USER)).toEqual(['ada', 'ada.tide', 'Ada', '', 'Tide'])
})
