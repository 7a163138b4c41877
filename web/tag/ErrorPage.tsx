import { type Frame, Layout, Mark } from './Layout'

interface ErrorPageProps {
  frame: Frame
  /** The HTTP status the lookup ended with. */
  status: number
}

export function ErrorPage({ frame, status }: ErrorPageProps) {
  const { heading, sentence } = status === 404 ? NOT_FOUND : FAILED
  return (
    <Layout frame={frame} title={`${frame.product} ${heading}`} description={sentence}>
      <main className="error">
        <Mark size={72} />
        <h1>{heading}</h1>
        <p>{sentence}</p>
        {/* This page again, without any query: it works without script. */}
        {status !== 404 && (
          <a className="again" href="?">
            Try again
          </a>
        )}
      </main>
    </Layout>
  )
}

const NOT_FOUND = { heading: 'Tag not found', sentence: "We're sorry. The tag you scanned could not be found." }
const FAILED = {
  heading: 'An Error Occured',
  sentence: "We're sorry. Something went wrong looking for your tag.",
}
