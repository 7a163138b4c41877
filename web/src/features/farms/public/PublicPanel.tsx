import { type Certificate, type Farm, useMay } from '@/api'
import { EditableCard } from '@/forms'
import { formatDay } from '@/shared/lib/days'
import { joined } from '@/shared/lib/joined'
import { Facts } from '@/shared/ui/Facts'
import { lazy } from '@/shared/ui/lazy'
import { PhotoControl } from './PhotoControl'
import classes from './PublicPanel.module.css'
import { KEPT_PUBLIC, type PlainField, PUBLIC_LABELS } from './publicPage'

const EditPublic = lazy(() => import('./EditPublic'))

/** What people who scan a tag see of the farm. */
export function PublicPanel({ farm }: { farm: Farm }) {
  const keeps = useMay('change')
  return (
    <EditableCard
      title="Public tag page"
      kept={KEPT_PUBLIC}
      form={keeps ? (props) => <EditPublic farm={farm} {...props} /> : undefined}
    >
      <p className="quiet">Name, address, phone and website come from Farm Information.</p>
      {keeps && <PhotoControl farm={farm} />}
      <Facts facts={factsOf(farm)} />
      <h3 className={classes.subtitle}>Certs</h3>
      {farm.certs.length === 0 ? (
        <p className="quiet">None yet.</p>
      ) : (
        <ul className={classes.items}>
          {farm.certs.map((cert) => (
            <li key={cert.certId}>
              <b>{cert.cert}</b>
              <span>{contactOf(cert)}</span>
              {cert.dateOfExpiration && <span>Expires {formatDay(cert.dateOfExpiration)}</span>}
            </li>
          ))}
        </ul>
      )}
      <h3 className={classes.subtitle}>Brands</h3>
      {farm.distributorBrands.length === 0 ? (
        <p className="quiet">None yet.</p>
      ) : (
        <ul className={classes.items}>
          {farm.distributorBrands.map(({ brand, growingProcess, tastingNotes }) => (
            <li key={brand}>
              <b>{brand}</b>
              <Facts
                facts={[
                  { label: 'Growing process', value: growingProcess ?? '' },
                  { label: 'Tasting notes', value: tastingNotes ?? '' },
                ]}
              />
            </li>
          ))}
        </ul>
      )}
    </EditableCard>
  )
}

function factsOf({ dealer, growerNames, cert, harvesterCert, labels }: Farm) {
  const values = { dealer, growerNames, cert, harvesterCert, species: labels.species, harvest: labels.harvest }
  return Object.entries(values).map(([key, value]) => ({ label: PUBLIC_LABELS[key as PlainField], value: value ?? '' }))
}

function contactOf({ phone, website, address1, address2, city, state, zip, country }: Certificate): string {
  return joined(phone, website, address1, address2, city, state, zip, country)
}
