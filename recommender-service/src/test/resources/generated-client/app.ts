// What an app writes on a client that was generated from the document. Arguments: address, item.
import { Configuration, ItemsApi, ModelsApi, RecommendationsApi, ResponseError } from './index';

declare const process: { argv: string[] };

async function main(): Promise<void> {
  const [basePath, item] = process.argv.slice(2);
  const configuration = new Configuration({ basePath });
  const recommendations = new RecommendationsApi(configuration);

  const loaded = await new ModelsApi(configuration).listModels();
  const model = loaded.models[0];
  console.log(`active ${loaded.active}, ${model.model}, made ${model.createdAt.toISOString()}`);

  const answer = await recommendations.recommend({
    recommendationRequest: { history: [{ item, weight: 2 }], k: 3, explain: true },
  });
  console.log(`items ${answer.items.map((ranked) => ranked.item).join(' ')}`);
  console.log(`because ${answer.items[0].because?.map((part) => part.item).join(' ')}`);

  const similar = await new ItemsApi(configuration).similarToItem({ id: item, k: 3 });
  console.log(`similar ${similar.items.map((ranked) => ranked.item).join(' ')}`);

  try {
    await recommendations.recommend({ recommendationRequest: { history: [], k: 501 } });
  } catch (error) {
    if (!(error instanceof ResponseError)) {
      throw error;
    }
    const problem = await error.response.json();
    console.log(`problem ${error.response.status} ${problem.code} ${problem.errors[0].pointer}`);
  }
}

main();
