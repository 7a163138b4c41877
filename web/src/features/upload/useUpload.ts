import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  ApiError,
  cancelUpload,
  checkUpload,
  confirmUpload,
  countingQuery,
  sendUpload,
  type Upload,
  type UploadCounts,
  type UploadDefaults,
  type UploadMode,
  uploadQuery,
  uploadsQuery,
} from '@/api'
import { badFile } from './files'
import { isUnderWay, pollDelay } from './words'

/** How long the server may take to answer before we say that it is slow. */
const PATIENCE_MS = 1000
const LOOK_AGAIN_MS = 2000
/** The status with which the server refuses a file. */
const REFUSED = 400

/** True once something has been going on for longer than that. */
function useLate(going: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (!going) return
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [going])
  return late
}

interface Sent {
  file: File | null
  mode: UploadMode
  defaults: UploadDefaults
}

/**
 * Sends a file. A late or lost answer does not mean that the file has not been
 * received, so the list of uploads is watched for it in the meantime.
 */
export function useSend(farmId: string, onTaken: (id: string, message: string) => void) {
  const queryClient = useQueryClient()
  const list = uploadsQuery(farmId)
  /** The uploads before this one; null as long as the server does not tell, so that nothing can be recognised as new. */
  const before = useRef<Set<string> | null>(null)
  const send = useMutation({
    mutationFn: async ({ file, mode, defaults }: Sent) => {
      const bad = await badFile(file)
      if (!file || bad) throw new ApiError(REFUSED, bad)
      const known = await queryClient.ensureQueryData(list).catch(() => null)
      before.current = known && new Set(known.data.map(({ _id }) => _id))
      return sendUpload(farmId, file, mode, defaults)
    },
    onMutate: () => {
      before.current = null
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: list.queryKey }),
  })
  const late = useLate(send.isPending)
  const lost = send.error instanceof ApiError && send.error.passing
  const watching = late || lost
  const { data: uploads } = useQuery({ ...list, refetchInterval: watching ? LOOK_AGAIN_MS : false })
  const name = send.variables?.file?.name
  const arrived =
    watching && uploads?.find(({ _id, filename }) => filename === name && before.current?.has(_id) === false)
  const taken = arrived ? arrived._id : ''
  const tell = useRef(onTaken)
  useEffect(() => {
    tell.current = onTaken
  })
  const { reset } = send
  useEffect(() => {
    if (!taken) return
    reset()
    tell.current(taken, '')
  }, [taken, reset])
  const { error } = send
  /** Something is wrong with the file, so another attempt with it would be refused too. */
  const invalid = error instanceof ApiError && error.status === REFUSED
  const start = (sent: Sent) => send.mutate(sent, { onSuccess: ({ _id, message }) => tell.current(_id, message) })
  return { send: start, sending: send.isPending, late, error, invalid, forget: reset }
}

/** One upload, asked for again and again while it is under way, less and less often within each stage. */
export function useUpload(farmId: string, uploadId: string) {
  const queryClient = useQueryClient()
  const stage = useRef({ state: '', since: 0 })
  const upload = useQuery({
    ...uploadQuery(farmId, uploadId),
    refetchInterval: ({ state }) => {
      if (!state.data || !isUnderWay(state.data)) return false
      const asked = state.dataUpdateCount + state.errorUpdateCount
      if (stage.current.state !== state.data.state) stage.current = { state: state.data.state, since: asked }
      return pollDelay(asked - stage.current.since)
    },
    refetchIntervalInBackground: true,
  })
  const state = upload.data?.state
  useEffect(() => {
    if (state) void queryClient.invalidateQueries({ queryKey: uploadsQuery(farmId).queryKey })
    if (state === 'done') void queryClient.invalidateQueries({ queryKey: ['farm', farmId], refetchType: 'none' })
  }, [queryClient, farmId, state])
  return upload
}

/**
 * What the sheet's counts mean: what was said when it was sent or by the farm until somebody chooses; nothing if it
 * has no counts. The preview follows from whether they came before the harvests of their day, so another answer
 * asks for it again.
 */
export function useCounts(farmId: string, upload: Upload) {
  const { state, summary, missing, countsAfter } = upload
  const queryClient = useQueryClient()
  const { queryKey } = uploadQuery(farmId, upload._id)
  const asked = state === 'preview' && summary !== null && summary.count > 0
  const { data: farm } = useQuery({ ...countingQuery(farmId), enabled: asked && !missing })
  const [chosen, setChosen] = useState<UploadCounts['missing']>()
  const counts: UploadCounts = asked ? { missing: chosen ?? missing ?? farm?.missing, countsAfter } : {}
  const check = useMutation({
    mutationFn: (next: UploadCounts) => checkUpload(farmId, upload._id, next),
    onSuccess: (now) => queryClient.setQueryData(queryKey, now),
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
  const choose = (next: UploadCounts) => {
    setChosen(next.missing)
    if ((next.countsAfter ?? false) !== countsAfter) check.mutate(next)
  }
  return { counts, choose, checking: check.isPending, error: check.error }
}

/** 'Import' and 'Cancel'. Both return the upload as it is then; asking again shows what follows. */
export function useDecision(farmId: string, upload: Upload, onDecision: () => void) {
  const queryClient = useQueryClient()
  const { queryKey } = uploadQuery(farmId, upload._id)
  const onSuccess = (now: Upload) => {
    queryClient.setQueryData(queryKey, now)
    onDecision()
  }
  const onError = () => queryClient.invalidateQueries({ queryKey })
  const confirm = useMutation({
    mutationFn: ({ mode, missing }: { mode: UploadMode; missing: UploadCounts['missing'] }) =>
      confirmUpload(farmId, upload._id, mode, missing),
    onSuccess,
    onError,
  })
  const cancel = useMutation({ mutationFn: () => cancelUpload(farmId, upload._id), onSuccess, onError })
  return { confirm, cancel, error: confirm.error ?? cancel.error }
}
