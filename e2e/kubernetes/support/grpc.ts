import { connect } from 'node:http2'

/** Numbers of gRPC's statuses that the tests meet. */
export const STATUS = { ok: 0, notFound: 5, permissionDenied: 7, unauthenticated: 16 }

type Endpoint = { address: string; serverName: string; ca: string }

/** Calls a method of one request, whose message is given as bytes, and returns the status. */
export function call(
  endpoint: Endpoint,
  method: string,
  token: string | undefined,
  message: Uint8Array = new Uint8Array(),
): Promise<number> {
  return new Promise((resolve, reject) => {
    const session = connect(`https://${endpoint.address}`, {
      ca: endpoint.ca,
      servername: endpoint.serverName,
    })
    session.once('error', reject)
    const request = session.request({
      ':method': 'POST',
      ':path': `/clipmeter.v1.${method}`,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    })
    // A status without a message comes with the headers, any other at the end.
    const done = (headers: Record<string, unknown>) => {
      const status = headers['grpc-status']
      if (status === undefined) return
      session.close()
      resolve(Number(status))
    }
    request.on('response', done).on('trailers', done).once('error', reject).resume()
    const frame = Buffer.alloc(5)
    frame.writeUInt32BE(message.length, 1)
    request.end(Buffer.concat([frame, message]))
  })
}

/** A message whose first field is this text, as those are that begin with the id of a run. */
export function textMessage(text: string): Uint8Array {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x0a, bytes.length]), bytes])
}
