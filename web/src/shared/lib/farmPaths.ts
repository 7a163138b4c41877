/** The same screens serve the manager and the console; only their base path and a few controls differ. */
export type FarmSection = 'manage' | 'farms'

/** Whose pages an address is among; null in the mobile shell, which has reports alone. */
export function sectionOf(pathname: string): FarmSection | null {
  const [, first] = pathname.split('/')
  return first === 'manage' || first === 'farms' ? first : null
}

export const LIST_PATH = { manage: '/manage', farms: '/farms' } as const
export const ACROSS_PATH = { manage: '/manage/side-by-side', farms: '/farms/side-by-side' } as const
export const DETAIL_PATH = { manage: '/manage/$farmId', farms: '/farms/$farmId' } as const
export const RECORD_PATH = { manage: '/manage/$farmId/record', farms: '/farms/$farmId/record' } as const
export const TAGGING_PATH = { manage: '/manage/$farmId/tagging', farms: '/farms/$farmId/tagging' } as const
export const KEYS_PATH = { manage: '/manage/$farmId/keys', farms: '/farms/$farmId/keys' } as const
export const UPLOAD_PATH = { manage: '/manage/$farmId/upload', farms: '/farms/upload/$farmId' } as const
export const BAGS_PATH = { manage: '/manage/$farmId/bags', farms: '/farms/$farmId/bags' } as const
export const GROWTH_PATH = { manage: '/manage/$farmId/growth', farms: '/farms/$farmId/growth' } as const
export const SALES_PATH = { manage: '/manage/$farmId/sales', farms: '/farms/$farmId/sales' } as const
export const LOT_PATH = { manage: '/manage/$farmId/lots/$lotId', farms: '/farms/$farmId/lots/$lotId' } as const
export const GROUP_PATH = {
  manage: '/manage/$farmId/groups/$groupId',
  farms: '/farms/$farmId/groups/$groupId',
} as const
/** What a farm without tagging is told of it; staff have the form instead. */
export const OFFER_PATH = '/manage/$farmId/get-tagging'
/** Only a farm's own people are told of it. */
export const NOTICES_PATH = '/manage/$farmId/notices'
export const PEOPLE_PATH = { manage: '/manage/$farmId/people', farms: '/farms/$farmId/people' } as const
export const INVOICES_PATH = { manage: '/manage/$farmId/invoices', farms: '/farms/$farmId/invoices' } as const
export const INVOICE_PATH = { manage: '/manage/$farmId/$invoice', farms: '/farms/$farmId/invoices/$invoice' } as const
export const TAGS_PATH = { manage: '/manage/$farmId/tags', farms: '/farms/$farmId/tags' } as const
export const TAG_PATH = { manage: '/manage/$farmId/tags/$tagId', farms: '/farms/$farmId/tags/$tagId' } as const
export const SCANS_PATH = { manage: '/manage/$farmId/scans', farms: '/farms/$farmId/scans' } as const
export const SHIPPED_PATH = { manage: '/manage/$farmId/shipments', farms: '/farms/$farmId/shipments' } as const
export const LABELS_PATH = { manage: '/manage/$farmId/labels', farms: '/farms/$farmId/labels' } as const
export const RECALLS_PATH = { manage: '/manage/$farmId/recalls', farms: '/farms/$farmId/recalls' } as const
export const RECALL_PATH = {
  manage: '/manage/$farmId/recalls/$recallId',
  farms: '/farms/$farmId/recalls/$recallId',
} as const
export const NEW_RECALL_PATH = { manage: '/manage/$farmId/recalls/new', farms: '/farms/$farmId/recalls/new' } as const
