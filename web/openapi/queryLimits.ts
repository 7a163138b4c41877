// Made by scripts/generate.mjs: the most that a parameter of a query may have.
export const getAdminGroups = { name: 200, page: 10000 } as const
export const getAudit = { search: 200, action: 60, from: 10, to: 10, page: 10000 } as const
export const getFarms = { name: 200, page: 10000 } as const
export const getFarmsIdHarvests = { until: 10 } as const
export const getFarmsIdInvoices = { page: 10000 } as const
export const getFarmsIdShipments = { search: 200, buyer: 200, from: 10, to: 10, page: 10000 } as const
export const getFarmsIdTags = { search: 200, lease: 64, lot: 64, from: 10, to: 10, buyer: 200, page: 10000 } as const
export const getJobs = { kind: 100, page: 10000 } as const
export const getShipments = { search: 200, farm: 64, page: 10000 } as const
export const getShipmentsPackingslips = { ids: 100 } as const
export const getUsers = { username: 200, page: 10000 } as const
export const getUsersMy = { farm: 64 } as const
export const getV2ActivitiesFarmid = { limit: 100 } as const
export const getV2BagsFarmid = { to: 10 } as const
export const getV2GetequipmentreportFarmid = { activeLease: 64 } as const
export const getWorkPayments = { page: 10000 } as const
export const getWorkRecalls = { page: 10000 } as const
