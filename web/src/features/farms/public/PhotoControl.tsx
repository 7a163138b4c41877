import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { errorMessage, type Farm, removePhoto, sendPhoto, useFarmCache } from '@/api'
import { Button, buttonClass } from '@/shared/ui/Button'
import { Confirm } from '@/shared/ui/Confirm'
import classes from './PublicPanel.module.css'
import { PHOTO_TYPES, photoProblem, previewOf } from './photo'

/** The photo at the top of the farm's tag pages. Choosing, replacing and removing take effect at once, outside the form. */
export function PhotoControl({ farm }: { farm: Farm }) {
  const { keep } = useFarmCache(farm._id)
  const [preview, setPreview] = useState('')
  const [problem, setProblem] = useState('')
  const [told, setTold] = useState('')
  const [asking, setAsking] = useState(false)

  const work = useMutation({
    mutationFn: (file: File | null) => (file ? sendPhoto(farm._id, file) : removePhoto(farm._id)),
    onSuccess: (answer, file) => {
      keep(answer)
      setTold(file ? 'The photo has been saved.' : 'The photo has been removed.')
    },
    onError: (error) => setProblem(errorMessage(error)),
    onSettled: () => setPreview(''),
  })
  const start = (file: File | null) => {
    setProblem('')
    setTold('')
    work.mutate(file)
  }
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const file = input.files?.[0]
    // So that the same file can be chosen again after an error.
    input.value = ''
    if (!file) return
    const wrong = photoProblem(file)
    if (wrong) return setProblem(wrong)
    const seen = await previewOf(file).catch(() => '')
    if (!seen) return setProblem('This picture cannot be read. Choose it again, or choose a different one.')
    setPreview(seen)
    start(file)
  }
  const remove = () => {
    setAsking(false)
    start(null)
  }
  const shown = preview || farm.photo

  return (
    <div className={classes.photo}>
      {shown ? (
        <img src={shown} alt={`The farm ${farm.name}`} data-sending={preview !== '' || undefined} />
      ) : (
        <p className={classes.noPhoto}>No photo yet. The tag pages have none either.</p>
      )}
      <div>
        <div className={classes.photoButtons}>
          <label className={`${buttonClass({ variant: 'plain' })} ${classes.file}`}>
            {farm.photo ? 'Replace the photo' : 'Add a photo'}
            <input
              type="file"
              className="visually-hidden"
              accept={PHOTO_TYPES.join(',')}
              disabled={work.isPending}
              aria-describedby={`photo-hint-${farm._id}`}
              onChange={choose}
            />
          </label>
          {farm.photo && (
            <Button variant="plain" disabled={work.isPending} onClick={() => setAsking(true)}>
              Remove the photo
            </Button>
          )}
        </div>
        <p id={`photo-hint-${farm._id}`} className="quiet">
          PNG, GIF or JPEG, at most 5 MB. It is saved as soon as it is chosen.
        </p>
        {work.isPending && (
          <p className={classes.progress} role="status">
            <progress aria-hidden="true" /> {preview ? 'Sending the photo…' : 'Removing the photo…'}
          </p>
        )}
        {problem && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        {told && <p role="status">{told}</p>}
      </div>
      <Confirm
        open={asking}
        action="Remove"
        work={{ isPending: false, error: null }}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        The photo is removed at once, and the farm's tag pages show none.
      </Confirm>
    </div>
  )
}
