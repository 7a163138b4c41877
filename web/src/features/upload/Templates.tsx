import { useMutation } from '@tanstack/react-query'
import { errorMessage, type Template, uploadTemplate } from '@/api'
import { saveFile } from '@/shared/lib/saveFile'
import { Button } from '@/shared/ui/Button'
import { Notice } from '@/shared/ui/Notice'
import { TEMPLATES } from './files'
import classes from './Upload.module.css'

const FORMATS = ['csv', 'xlsx'] as const

/** Empty sheets with the right header, in both layouts. */
export function Templates() {
  const fetching = useMutation({
    mutationFn: uploadTemplate,
    onSuccess: (file, { layout, format }) => saveFile(`${layout}-template.${format}`, file),
  })
  const isFetching = (template: Template) =>
    fetching.isPending && fetching.variables.layout === template.layout && fetching.variables.format === template.format
  return (
    <section className={classes.templates} aria-labelledby="templates">
      <h2 id="templates" className={classes.legend}>
        Templates
      </h2>
      <ul className={classes.templateList}>
        {TEMPLATES.map(({ layout, label, detail }) => (
          <li key={layout} className={classes.template}>
            <p>
              <strong>{label}</strong>
              <span className={classes.quiet}> {detail}</span>
            </p>
            <div className={classes.formats}>
              {FORMATS.map((format) => (
                <Button
                  key={format}
                  variant="plain"
                  aria-label={`${label} template, ${format.toUpperCase()}`}
                  loading={isFetching({ layout, format })}
                  onClick={() => fetching.mutate({ layout, format })}
                >
                  {format.toUpperCase()}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {fetching.error && <Notice kind="error">{errorMessage(fetching.error)}</Notice>}
    </section>
  )
}
