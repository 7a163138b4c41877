/** The native reader of codes and qr's have the same shape. */
interface Detector {
  detect: (picture: HTMLCanvasElement) => Promise<{ rawValue: string }[]>
}

interface Native {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

const FORMATS = ['qr_code'] as const
/** A code that fills half of the picture has several dots a module left. */
const WIDEST = 960

/** The browser's own reader where it has one, or else a library that comes when it is asked for. */
async function detector(): Promise<Detector> {
  const { BarcodeDetector: Own } = window as { BarcodeDetector?: Native }
  if (Own && (await Own.getSupportedFormats()).includes(FORMATS[0])) return new Own({ formats: [...FORMATS] })
  const { BarcodeDetector } = await import('qr/decode.js')
  return new BarcodeDetector({ formats: [...FORMATS] })
}

/** Reads the codes that the camera sees, each once until it sees another, until the signal ends it. */
export async function readCodes(video: HTMLVideoElement, signal: AbortSignal, onCode: (text: string) => void) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const end = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) return end()
  signal.addEventListener('abort', end)
  const reader = await detector()
  video.srcObject = stream
  await video.play()
  const canvas = document.createElement('canvas')
  let last = ''
  while (!signal.aborted) {
    await frameOf(video)
    draw(video, canvas)
    const text = (await reader.detect(canvas))[0]?.rawValue ?? ''
    if (text && text !== last && !signal.aborted) onCode(text)
    last = text || last
  }
}

const frameOf = (video: HTMLVideoElement) => new Promise((resolve) => video.requestVideoFrameCallback(resolve))

function draw(video: HTMLVideoElement, canvas: HTMLCanvasElement): void {
  const scale = Math.min(1, WIDEST / video.videoWidth)
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  canvas.getContext('2d', { willReadFrequently: true })?.drawImage(video, 0, 0, canvas.width, canvas.height)
}

/** What a person can do about a camera that does not open. */
export function troubleWords(error: unknown): string {
  const { name } = error instanceof Error ? error : { name: '' }
  if (name === 'NotAllowedError') {
    return 'This page may not use the camera. Allow it in the settings of the browser, or type the tag.'
  }
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return 'There is no camera here. Please type the tag.'
  return 'The camera cannot be opened: another app may be using it. Close that app, or type the tag.'
}
