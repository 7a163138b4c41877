import { limits } from '@/api'
/** What a photo may be (AFARM-9). */
export const PHOTO_TYPES = ['image/png', 'image/gif', 'image/jpeg']
const MEGABYTE = 1_048_576
const MOST_MB = limits.fileRules.photoBytes / MEGABYTE

/** Why a file cannot be a photo; empty if it can. The server also looks inside. */
export function photoProblem({ type, size }: Pick<File, 'type' | 'size'>): string {
  if (!PHOTO_TYPES.includes(type)) return 'A photo is a PNG, GIF or JPEG picture.'
  const megabytes = size / MEGABYTE
  if (megabytes > MOST_MB) return `A photo has at most ${MOST_MB} MB; this picture has ${megabytes.toFixed(1)} MB.`
  return ''
}

/** The file as a URL, for an image to show before it is sent. */
export function previewOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
