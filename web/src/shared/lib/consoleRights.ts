import { isStaff, type Member, mayAny } from './roles'

/** Who is told what waits for staff, and may look at all recalls. */
export function hasWork(member: Member): boolean {
  return isStaff(member) || mayAny(member, 'companies', 'recall')
}
