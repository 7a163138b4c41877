import { isStaff, type Member, mayAny } from './roles'

/** Who is told what waits for staff. */
export function hasWork(member: Member): boolean {
  return isStaff(member) || mayAny(member, 'companies')
}

/** Who may look at all recalls. */
export function seesRecalls(member: Member): boolean {
  return hasWork(member) || mayAny(member, 'recall')
}
