import type { LabelChoices } from '@/api'
import { Card } from '@/shared/ui/Card'
import { SelectField } from '@/shared/ui/FormFields'
import { NumberField } from '@/shared/ui/NumberField'
import classes from './Labels.module.css'
import { type Chosen, filesOf, type LabelsSearch, MOST_COPIES, papersOf, printersOf, type Typed } from './options'

interface Props {
  choices: LabelChoices
  chosen: Chosen
  /** What is wrong, by field. */
  errors: Record<string, string>
  onSearch: (part: Partial<LabelsSearch>) => void
  onType: (part: Partial<Typed>) => void
}

/** What is printed, by whose rules, and on what. */
export function Options({ choices, chosen, errors, onSearch, onType }: Props) {
  const place = choices.places.find(({ code }) => code === chosen.place)
  const kind = place?.kinds.find((one) => one.kind === chosen.kind)
  const copies = Number(chosen.copies)
  const wrongCopies = !Number.isInteger(copies) || copies < 1 || copies > MOST_COPIES
  return (
    <Card title="What to print">
      <div className={classes.options}>
        <SelectField
          label="Rules of"
          value={chosen.place}
          error={errors.jurisdiction}
          choices={choices.places.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(event) => onSearch({ place: event.currentTarget.value })}
        />
        <SelectField
          label="Kind of label"
          value={chosen.kind}
          error={errors.form}
          choices={(place?.kinds ?? []).map(({ kind: value, words }) => ({ value, label: words }))}
          onChange={(event) => onSearch({ kind: event.currentTarget.value })}
        />
        {chosen.kind === 'bulk' && (
          <NumberField
            label="Containers under each tag"
            name="containers"
            value={chosen.containers}
            error={errors.containers}
            hint="Left empty, the bags of a tag that counts in bags."
            onChange={(containers) => onType({ containers })}
          />
        )}
        <SelectField
          label="Printer"
          value={chosen.printer}
          choices={printersOf(choices)}
          onChange={(event) => onSearch({ printer: event.currentTarget.value, paper: undefined })}
        />
        <SelectField
          label="Paper"
          value={chosen.paper}
          error={errors.paper}
          choices={papersOf(choices, chosen.printer)}
          onChange={(event) => onSearch({ paper: event.currentTarget.value })}
        />
        <SelectField
          label="File"
          value={chosen.file}
          error={errors.format}
          choices={filesOf(chosen.printer)}
          onChange={(event) => onType({ file: event.currentTarget.value })}
        />
        {chosen.file !== 'pdf' && (
          <SelectField
            label="Resolution"
            value={chosen.dpi}
            choices={['203', '300'].map((dpi) => ({ value: dpi, label: `${dpi} dots per inch` }))}
            onChange={(event) => onType({ dpi: event.currentTarget.value })}
          />
        )}
        <NumberField
          label="Copies of each"
          name="copies"
          value={chosen.copies}
          error={wrongCopies ? `A number from 1 to ${MOST_COPIES}.` : errors.copies}
          onChange={(typed) => onType({ copies: typed })}
        />
      </div>
      {place?.note && <p className={classes.note}>{place.note}</p>}
      {kind && kind.rules.length > 0 && (
        <details className={classes.rules}>
          <summary>The rules, and where they are from</summary>
          <ul>
            {kind.rules.map(({ id, words, source, from }) => (
              <li key={id}>
                {words}. <span className={classes.source}>{from ? `${source}, since ${from}` : source}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}
